package tessera.mig;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.mig.Cuts.A100;
import static tessera.mig.Cuts.PRODUCTS;
import static tessera.mig.Cuts.RTX;
import static tessera.mig.Cuts.at;
import static tessera.mig.Cuts.layout;
import static tessera.mig.Cuts.product;
import static tessera.mig.Cuts.profile;

class MigLayoutTest {

    @Test
    void anEmptyGpuHasRoomForTheMostOfEverySizeOnEveryProduct() {
        int checked = 0;
        for (var product : PRODUCTS.allProducts()) {
            if (product.hasKnownPlacements()) {
                var fits = MigLayout.empty(product).remainingCounts();
                for (var profile : product.profiles()) {
                    assertThat(fits).as(product.id()).containsEntry(profile.profile(), profile.maxInstances());
                    checked++;
                }
            }
        }
        assertThat(checked).isEqualTo(11 * 7 + 5 + 11);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4g.20gb@0:4 3g.20gb@4:4
            3g.20gb@0:4 3g.20gb@4:4
            3g.20gb@4:4 2g.10gb@2:2 1g.5gb@0:1 1g.5gb@1:1
            1g.5gb@0:1 1g.5gb@1:1 1g.5gb@2:1 1g.5gb@3:1 1g.5gb@4:1 1g.5gb@5:1 1g.5gb@6:1
            1g.10gb@0:2 1g.10gb@2:2 1g.10gb@4:2 1g.10gb@6:2
            2g.10gb@0:2 2g.10gb@2:2 2g.10gb@4:2 1g.5gb@6:1
            2g.10gb@0:2 2g.10gb@2:2 2g.10gb@4:2 1g.10gb@6:2
            1g.5gb+me@6:1 2g.10gb@4:2 4g.20gb@0:4
            7g.40gb@0:8""")
    void theseAreLegalOnAnA100(String instances) {
        assertThat(layout(A100, instances.split(" ", -1)).misfit()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4g.20gb@4:4             | 4g.20gb cannot be placed at 4:4. It takes 4 memory slices and can start only at 0.
            1g.5gb@7:1              | 1g.5gb cannot be placed at 7:1. It takes 1 memory slice and can start only at 0, 1, 2, 3, 4, 5, 6.
            2g.10gb@6:2             | 2g.10gb cannot be placed at 6:2. It takes 2 memory slices and can start only at 0, 2, 4.
            3g.20gb@0:3             | 3g.20gb cannot be placed at 0:3. It takes 4 memory slices and can start only at 0, 4.
            3g.20gb@0:4 2g.10gb@2:2 | 2g.10gb at 2:2 overlaps 3g.20gb at 0:4
            3g.40gb@0:4             | NVIDIA A100 40GB (SXM4 / PCIe), A800 40GB has no profile 3g.40gb
            1g.5gb+me@0:1 1g.5gb+me@1:1 | A GPU supports at most 1 instance of 1g.5gb+me""")
    void theseAreNotAndTheSentenceSaysWhy(String instances, String reason) {
        assertThat(layout(A100, instances.split(" ", -1)).misfit().map(MigPlacementFailure::text)).contains(reason);
    }

    @Test
    void computeSlicesRunOutBeforeMemoryDoes() {
        var a30 = product("a30-24gb");
        assertThat(layout(A100, "4g.20gb@0:4", "2g.10gb@4:2", "1g.5gb@6:1").misfitOf(at("1g.5gb@5:1")))
                .contains(new MigPlacementFailure.NoComputeSlicesLeft(profile("1g.5gb"), 1, 0));
        assertThat(layout(a30, "2g.12gb@0:2", "2g.12gb@2:2").misfitOf(at("1g.6gb@0:1")).map(MigPlacementFailure::text))
                .contains("1g.6gb requires 1 compute slice. None is left.");
    }

    @Test
    void onlyOneInstanceHasMediaEnginesOnADataCentreBoard() {
        var a30 = product("a30-24gb");
        assertThat(layout(a30, "2g.12gb+me@0:2", "1g.6gb+me@2:1").misfit().map(MigPlacementFailure::text)).contains(
                "1g.6gb+me cannot be combined with 2g.12gb+me, because a GPU can have at most one instance with "
                        + "media engines");
    }

    @Test
    void whoeverTakesAllMediaEnginesLeavesRoomOnlyForInstancesWithout() {
        var all = layout(RTX, "1g.24gb+me.all@0:3");
        assertThat(all.misfitOf(at("1g.24gb@3:3")).map(MigPlacementFailure::text))
                .contains("1g.24gb requires more video decoders than the other instances leave. None is left.");
        assertThat(all.misfitOf(at("1g.24gb+gfx@3:3"))).isPresent();
        assertThat(all.misfitOf(at("1g.24gb+me@3:3"))).isPresent();
        assertThat(all.misfitOf(at("2g.48gb@6:6"))).isPresent();
        assertThat(layout(RTX, "1g.24gb+me.all@0:3", "1g.24gb-me@3:3", "2g.48gb-me@6:6").isLegal()).isTrue();
        assertThat(layout(RTX, "2g.48gb-me@0:6", "2g.48gb+me.all@6:6").isLegal()).isTrue();
        assertThat(layout(RTX, "1g.24gb@0:3").misfitOf(at("1g.24gb+me.all@3:3"))).isPresent();
        assertThat(layout(RTX, "1g.24gb+me@0:3", "1g.24gb@3:3", "2g.48gb+gfx@6:6").isLegal()).isTrue();
    }

    @Test
    void withSevenSmallInstancesTheLastUnitIsDead() {
        var map = layout(A100, "1g.5gb@0:1", "1g.5gb@1:1", "1g.5gb@2:1", "1g.5gb@3:1", "1g.5gb@4:1", "1g.5gb@5:1",
                "1g.5gb@6:1").sliceMap().orElseThrow();
        assertThat(map.dead()).containsExactly(7);
        assertThat(map.free()).isEmpty();
        assertThat(map.computeFree()).isZero();
        assertThat(map.computeUnusable()).isZero();
    }

    @Test
    void withTwoHalvesOneComputeSliceIsOfNoUse() {
        var map = layout(A100, "3g.20gb@0:4", "3g.20gb@4:4").sliceMap().orElseThrow();
        assertThat(map.computeInUse()).isEqualTo(6);
        assertThat(map.computeFree()).isZero();
        assertThat(map.computeUnusable()).isEqualTo(1);
        assertThat(map.dead()).isEmpty();
    }

    @Test
    void onAnEmptyGpuEverythingIsFree() {
        for (var product : PRODUCTS.allProducts()) {
            MigLayout.empty(product).sliceMap().ifPresent(map -> {
                assertThat(map.free()).as(product.id()).hasSize(map.units());
                assertThat(map.dead()).isEmpty();
                assertThat(map.computeFree()).isEqualTo(product.computeSlices());
                assertThat(map.computeUnusable()).isZero();
            });
        }
    }

    @Test
    void theMapTellsFreeUnitsFromDeadOnes() {
        var map = layout(A100, "1g.5gb@6:1", "3g.20gb@0:4").sliceMap().orElseThrow();
        assertThat(map.units()).isEqualTo(8);
        assertThat(map.instances()).containsExactly(at("3g.20gb@0:4"), at("1g.5gb@6:1"));
        assertThat(map.free()).containsExactly(4, 5);
        assertThat(map.dead()).containsExactly(7);
        assertThat(map.computeFree()).isEqualTo(2);
        assertThat(map.computeUnusable()).isEqualTo(1);
    }

    @Test
    void unitsAreDeadWhenTheComputeSlicesAreGone() {
        assertThat(layout(A100, "4g.20gb@0:4", "2g.10gb@4:2", "1g.5gb@6:1").deadUnits()).containsExactly(7);
        assertThat(layout(A100, "1g.10gb@0:2", "1g.10gb@2:2", "1g.10gb@4:2", "1g.10gb@6:2").sliceMap().orElseThrow()
                .computeUnusable()).isEqualTo(3);
    }

    @Test
    void roomIsCountedBesideWhatIsThere() {
        var fits = layout(A100, "3g.20gb@0:4").remainingCounts();
        assertThat(fits).containsEntry(profile("1g.5gb"), 3).containsEntry(profile("1g.10gb"), 2)
                .containsEntry(profile("2g.10gb"), 1).containsEntry(profile("3g.20gb"), 1)
                .containsEntry(profile("4g.20gb"), 0).containsEntry(profile("7g.40gb"), 0);
        assertThat(layout(A100, "3g.20gb@0:4").freePlacements(profile("3g.20gb")))
                .containsExactly(new MigPlacement(4, 4));
        assertThat(layout(A100, "2g.10gb@2:2").freePlacements(profile("2g.10gb")))
                .containsExactly(new MigPlacement(0, 2), new MigPlacement(4, 2));
    }

    @Test
    void aLayoutThatNoCatalogueKnowsIsDrawnAllTheSame() {
        var strange = layout(A100, "5g.30gb@0:5");
        assertThat(strange.isLegal()).isFalse();
        assertThat(strange.sliceMap().orElseThrow().free()).containsExactly(5, 6, 7);
        assertThat(strange.sliceMap().orElseThrow().computeInUse()).isEqualTo(5);
    }

    @Test
    void instancesComeAndGo() {
        var half = layout(A100, "3g.20gb@0:4");
        assertThat(half.withInstance(at("1g.5gb@6:1")).withoutInstance(at("3g.20gb@0:4")))
                .isEqualTo(layout(A100, "1g.5gb@6:1"));
    }
}
