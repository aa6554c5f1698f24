#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/catalogue/catalogue.h"
#include "traffic/catalogue/row_names.h"
#include "traffic/operations/operations.h"

namespace flitcast::test_row_names {
namespace {

std::string ids(std::string_view name) {
  std::string text;
  for (const Row* const row : rows_named(name)) {
    text.append(text.empty() ? "" : " ").append(row->id);
  }
  return text;
}

TEST(RowNames, AnIdIsItsRow) {
  for (const Row& row : catalogue()) {
    EXPECT_EQ(ids(row.id), row.id);
    EXPECT_FALSE(is_name_of_several(row.id));
  }
}

TEST(RowNames, WildcardsMatchIds) {
  EXPECT_EQ(ids("prefix-h*"), "prefix-hc prefix-hillis-steele");
  EXPECT_EQ(ids("a?[br]-hc"), "aor-hc aab-hc aar-hc");
  EXPECT_EQ(ids("app-t*"), "app-transpose");
  EXPECT_TRUE(is_name_of_several("app-t*"));
}

TEST(RowNames, AnOperationIsAllItsRowsInTheOrderOfTheCatalogue) {
  const char* const scatters =
      "oas-grid-wh oas-ring-sf oas-grid-sf oas-torus2d-balanced oas-hc-necklace oas-hc-sbt "
      "oas-ring-sf-combining oas-line-wh-rd scatter-line scatter-mesh scatter-grid";
  EXPECT_EQ(ids("one-to-all scatter"), scatters);
  EXPECT_EQ(ids("MPI_Scatter"), scatters);
  EXPECT_EQ(ids("oas"), scatters);
  EXPECT_EQ(ids("scan"), "prefix-hc prefix-hillis-steele prefix-blelloch");
  EXPECT_TRUE(is_name_of_several("scan"));
}

TEST(RowNames, ApplicationsGoByTheirIdsUnlessTheyAreAllThatAnOperationHas) {
  for (const Row* const row : rows_named("all-to-all")) {
    EXPECT_EQ(row->operation, &operations::all_to_all_scatter());
    EXPECT_EQ(row->application, nullptr) << row->id;
  }
  EXPECT_EQ(ids("app-*"), "app-transpose app-fft2d app-matvec");
  EXPECT_EQ(ids("matrix times vector"), "app-matvec");
}

TEST(RowNames, AllIsEveryRow) {
  EXPECT_EQ(rows_named("all").size(), catalogue().size());
  EXPECT_EQ(rows_named("*").size(), catalogue().size());
  EXPECT_TRUE(is_name_of_several("all"));
}

TEST(RowNames, SeveralAreUnitedButIdsGivenTwice) {
  const auto ids_of = [](const std::vector<std::string>& names) {
    std::string text;
    for (const Row* const row : rows_named(names)) {
      text.append(text.empty() ? "" : " ").append(row->id);
    }
    return text;
  };
  EXPECT_EQ(ids_of({"prefix-hillis-steele", "prefix-*", "matrix times vector"}),
            "prefix-hillis-steele prefix-hc prefix-blelloch app-matvec");
  EXPECT_EQ(ids_of({"aar-hc", "aar-mesh", "aar-hc"}), "aar-hc aar-mesh aar-hc");
  EXPECT_EQ(ids_of({}), "");
}

TEST(RowNames, ThoseThatMeanNothingAreRefusedWithTheNearest) {
  for (const char* const name : {"alltoal", "aas-hc-dec", "", "All"}) {
    EXPECT_FALSE(is_name_of_several(name)) << name;
  }
  try {
    rows_named("alltoal");
    FAIL() << "found rows that do not exist";
  } catch (const ParameterError& error) {
    EXPECT_EQ(error.key(), "traffic.algorithm");
    EXPECT_STREQ(error.what(),
                 "there is no algorithm or operation \"alltoal\"; the nearest is alltoall");
  }
  try {
    rows_named("nothing");
    FAIL() << "found rows of nothing";
  } catch (const ParameterError& error) {
    EXPECT_STREQ(error.what(), "there is no algorithm or operation \"nothing\"; see flitcast list");
  }
  EXPECT_THROW(rows_named("aas-hc-dec"), ParameterError);
  EXPECT_THROW(rows_named("aas-cube-*"), ParameterError);
  EXPECT_THROW(rows_named(""), ParameterError);
}

}  // namespace
}  // namespace flitcast::test_row_names
