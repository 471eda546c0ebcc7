package tessera.mig;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.mig.MigPlacementResult.NoPlacement;
import tessera.mig.MigPlacementResult.PlacementFound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static tessera.mig.Cuts.A100;
import static tessera.mig.Cuts.H100;
import static tessera.mig.Cuts.PRODUCTS;
import static tessera.mig.Cuts.layout;
import static tessera.mig.Cuts.mix;
import static tessera.mig.Cuts.product;
import static tessera.mig.Cuts.profile;
import static tessera.mig.Cuts.profiles;
import static tessera.mig.Cuts.shown;

class MigLayoutFinderTest {

    private static final Set<String> CLASSIC = Set.of("1g.5gb", "2g.10gb", "3g.20gb", "4g.20gb", "7g.40gb");

    private static MigProduct classicA100() {
        return A100.retainProfiles(profile -> CLASSIC.contains(profile.profile().name()));
    }

    /**
     * By hand: the whole board; and a left half of 4g, 3g, 2g + 2g, 2g + 1g + 1g, 1g + 1g + 2g or four 1g beside a
     * right half of 3g, 2g + 1g or three 1g. 1 + 6 × 3.
     */
    @Test
    void anA100CanBeFilledInNineteenWaysWithItsFiveFirstSizes() {
        var layouts = MigLayoutFinder.of(classicA100()).maximalLayouts();
        assertThat(layouts).hasSize(19).doesNotHaveDuplicates();
        assertThat(layouts).contains(layout(classicA100(), "3g.20gb@0:4", "3g.20gb@4:4"),
                layout(classicA100(), "7g.40gb@0:8"),
                layout(classicA100(), "1g.5gb@0:1", "1g.5gb@1:1", "2g.10gb@2:2", "3g.20gb@4:4"));
    }

    @Test
    void theseAreTheCombinationsThatNothingCanBeAddedTo() {
        assertThat(MigLayoutFinder.of(classicA100()).maximalCombinations()).extracting(MigInstanceCombination::toString)
                .containsExactly("7g.40gb", "4g.20gb + 3g.20gb", "4g.20gb + 2g.10gb + 1g.5gb", "4g.20gb + 3 × 1g.5gb",
                        "2 × 3g.20gb", "3g.20gb + 2 × 2g.10gb", "3g.20gb + 2g.10gb + 2 × 1g.5gb",
                        "3g.20gb + 4 × 1g.5gb", "3 × 2g.10gb + 1g.5gb", "2 × 2g.10gb + 3 × 1g.5gb",
                        "2g.10gb + 5 × 1g.5gb", "7 × 1g.5gb");
    }

    /** The figures are those of a search written separately, over sets of placements. */
    @ParameterizedTest
    @CsvSource({"a100-40gb,239,44", "h100-80gb,239,44", "gb300-278gb,239,44", "a30-24gb,17,8",
        "rtx-pro-6000-96gb,302,64", "rtx-pro-5000-48gb,0,0"})
    void allSizesTogetherFillABoardInThisManyWays(String id, int layouts, int combinations) {
        assertThat(MigLayoutFinder.of(product(id)).maximalLayouts()).hasSize(layouts);
        assertThat(MigLayoutFinder.of(product(id)).maximalCombinations()).hasSize(combinations);
    }

    @Test
    void listingThemTakesNoTime() {
        // once before, because what a JVM does for the first time says little on a busy machine
        MigLayoutFinder.of(A100).maximalLayouts();
        assertTimeout(Duration.ofSeconds(1), () -> MigLayoutFinder.of(H100).maximalLayouts());
        assertTimeout(Duration.ofSeconds(1), () -> MigLayoutFinder.of(H100).maximalCombinations());
    }

    @Test
    void everyFullLayoutIsLegalAndNothingFitsBesideIt() {
        for (var product : PRODUCTS.allProducts()) {
            for (var layout : MigLayoutFinder.of(product).maximalLayouts()) {
                assertThat(layout.misfit()).as("%s", layout.instances()).isEmpty();
                assertThat(layout.remainingCounts().values()).as("%s", layout.instances()).containsOnly(0);
                var map = layout.sliceMap().orElseThrow();
                assertThat(map.free()).isEmpty();
                assertThat(map.computeFree()).isZero();
                assertThat(map.computeUnusable()).isEqualTo(map.computeSlices() - map.computeInUse());
            }
        }
    }

    @Test
    void everyFullCombinationCanBePlacedAndNoLargerOne() {
        for (var id : List.of("a100-40gb", "a30-24gb", "rtx-pro-6000-96gb")) {
            var product = product(id);
            var geometry = MigLayoutFinder.of(product);
            for (var full : geometry.maximalCombinations()) {
                assertThat(geometry.placeOnEmptyGpu(full)).as("%s", full).isInstanceOfSatisfying(PlacementFound.class,
                        placed -> {
                            assertThat(placed.layout().isLegal()).isTrue();
                            assertThat(placed.layout().combination()).isEqualTo(full);
                        });
                for (var profile : product.profiles()) {
                    assertThat(geometry.placeOnEmptyGpu(full.plus(profile.profile())))
                            .as("%s + %s", full, profile.profile()).isInstanceOf(NoPlacement.class);
                }
            }
        }
    }

    @Test
    void howeverInstancesAreAddedOneEndsInOneOfTheFullLayouts() {
        var random = new Random(11);
        for (var id : List.of("a100-40gb", "a30-24gb", "rtx-pro-6000-96gb")) {
            var product = product(id);
            var full = new HashSet<>(MigLayoutFinder.of(product).maximalLayouts());
            for (int run = 0; run < 200; run++) {
                var layout = grown(product, random);
                assertThat(full).as("%s", layout.instances()).contains(layout);
            }
        }
    }

    private static MigLayout grown(MigProduct product, Random random) {
        var layout = MigLayout.empty(product);
        while (true) {
            var open = new ArrayList<PlacedGpuInstance>();
            for (var profile : product.profiles()) {
                for (var placement : layout.freePlacements(profile.profile())) {
                    open.add(new PlacedGpuInstance(profile.profile(), placement));
                }
            }
            if (open.isEmpty()) {
                return layout;
            }
            layout = layout.withInstance(open.get(random.nextInt(open.size())));
            assertThat(layout.isLegal()).isTrue();
        }
    }

    @Test
    void freeComputeIsWhatTheBestContinuationUses() {
        var random = new Random(5);
        var all = MigLayoutFinder.of(A100).maximalLayouts();
        for (int run = 0; run < 100; run++) {
            var whole = all.get(random.nextInt(all.size()));
            var part = new MigLayout(A100,
                    whole.instances().stream().filter(instance -> random.nextBoolean()).toList());
            int best = all.stream().filter(full -> full.instances().containsAll(part.instances()))
                    .mapToInt(full -> full.sliceMap().orElseThrow().computeInUse()).max().orElseThrow();
            var map = part.sliceMap().orElseThrow();
            assertThat(map.computeInUse() + map.computeFree()).as("%s", part.instances()).isEqualTo(best);
            var reached = new HashSet<Integer>();
            all.stream().filter(full -> full.instances().containsAll(part.instances()))
                    .flatMap(full -> full.instances().stream()).filter(instance -> !part.instances().contains(instance))
                    .forEach(instance -> {
                        for (int unit = instance.placement().start(); unit < instance.placement().end(); unit++) {
                            reached.add(unit);
                        }
                    });
            assertThat(map.free()).isEqualTo(reached);
        }
    }

    @Test
    void whatIsCreatedInTheWrongOrderFindsNoRoom() {
        var geometry = MigLayoutFinder.of(A100);
        var wrong = geometry.createInOrder(profiles("1g.5gb", "1g.5gb", "2g.10gb", "3g.20gb"));
        assertThat(wrong).isInstanceOfSatisfying(NoPlacement.class,
                impossible -> assertThat(impossible.failure().text())
                        .isEqualTo("3g.20gb can start only at 0, 4 and does not fit beside 2g.10gb + 2 × 1g.5gb"));
        var right = geometry.createInOrder(profiles("3g.20gb", "1g.5gb", "2g.10gb", "1g.5gb"));
        assertThat(right).isInstanceOfSatisfying(PlacementFound.class, placed -> assertThat(shown(placed.layout()))
                .containsExactly("1g.5gb at 0:1", "1g.5gb at 1:1", "2g.10gb at 2:2", "3g.20gb at 4:4"));
    }

    @Test
    void aCombinationIsPlacedInWhateverOrderItIsWanted() {
        var result = MigLayoutFinder.of(A100).placeOnEmptyGpu(mix("1g.5gb", "1g.5gb", "2g.10gb", "3g.20gb"));
        assertThat(result).isInstanceOfSatisfying(PlacementFound.class,
                placed -> assertThat(placed.layout().combination()).hasToString("3g.20gb + 2g.10gb + 2 × 1g.5gb"));
    }

    @Test
    void instancesAreAddedToALayoutWithoutMovingAny() {
        var result = MigLayoutFinder.of(A100).placeBeside(layout(A100, "1g.5gb@0:1", "2g.10gb@4:2"),
                mix("2g.10gb", "1g.10gb"));
        assertThat(result).isInstanceOfSatisfying(PlacementFound.class, placed -> assertThat(shown(placed.layout()))
                .containsExactly("1g.5gb at 0:1", "2g.10gb at 2:2", "2g.10gb at 4:2", "1g.10gb at 6:2"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4g.20gb 4g.20gb            | A GPU supports at most 1 instance of 4g.20gb
            4g.20gb 2g.10gb 2g.10gb    | 2g.10gb requires 2 compute slices. 1 is left.
            3g.20gb 3g.20gb 1g.5gb     | 1g.5gb requires 1 memory slice. None is left.
            3g.20gb 2g.10gb 1g.10gb 1g.5gb 1g.5gb | 1g.5gb requires 1 memory slice. None is left.
            3g.40gb                    | NVIDIA A100 40GB (SXM4 / PCIe), A800 40GB has no profile 3g.40gb""")
    void whatCannotBePlacedIsExplained(String wanted, String reason) {
        var result = MigLayoutFinder.of(A100).placeOnEmptyGpu(mix(wanted.split(" ", -1)));
        assertThat(result).isInstanceOfSatisfying(NoPlacement.class,
                impossible -> assertThat(impossible.failure().text()).isEqualTo(reason));
    }

    @Test
    void whereNothingIsPublishedNothingIsClaimed() {
        assertThat(MigLayoutFinder.of(product("rtx-pro-5000-48gb")).placeOnEmptyGpu(mix("1g.24gb")))
                .isEqualTo(new NoPlacement(new MigPlacementFailure.UnpublishedPlacements(profile("1g.24gb"),
                        product("rtx-pro-5000-48gb").name())));
        assertThat(MigLayoutFinder.of(product("h20-3e-141gb")).placeOnEmptyGpu(mix("1g.18gb")))
                .isInstanceOfSatisfying(NoPlacement.class, impossible -> assertThat(impossible.failure().text())
                        .isEqualTo("The profiles of NVIDIA H20-3e 141GB are not published"));
    }
}
