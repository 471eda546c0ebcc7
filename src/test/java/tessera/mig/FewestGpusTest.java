package tessera.mig;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.mig.MigFewestGpuPlanner.FewestGpuResult;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests are served with as few GPUs as can serve them, which trying everything agrees with. */
class FewestGpusTest {

    private static FewestGpuResult.FewestGpuLayout served(MigProduct product, MigInstanceCombination requested) {
        return (FewestGpuResult.FewestGpuLayout) MigFewestGpuPlanner.findFewest(product, requested);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a100-40gb", "h100-80gb", "a30-24gb", "rtx-pro-6000"})
    void tryingEverythingFindsNoFewer(String id) {
        var product = MigProductCatalog.bundled().allProducts().stream()
                .filter(migProduct -> migProduct.id().startsWith(id)).findFirst().orElseThrow();
        var random = new Random(5);
        for (int round = 0; round < 25; round++) {
            var requested = wanted(product, random, 7);

            var answer = served(product, requested);

            assertThat(answer.proven()).isTrue();
            assertThat(answer.gpus()).as("%s on %s", requested, id).allMatch(MigLayout::isLegal)
                    .hasSize(fewest(product, requested, new HashMap<>()));
            assertThat(sum(answer.gpus())).isEqualTo(requested);
        }
    }

    @Test
    void aLargeDemandIsServedExactlyAndInTime() {
        var product = MigProductCatalog.bundled().findById("h100-80gb").orElseThrow();
        var random = new Random(9);
        for (int round = 0; round < 20; round++) {
            var requested = wanted(product, random, 120);
            var answer = served(product, requested);
            assertThat(answer.gpus()).allMatch(MigLayout::isLegal);
            assertThat(sum(answer.gpus())).isEqualTo(requested);
        }
    }

    @Test
    void whatFitsTogetherSharesGpus() {
        var product = MigProductCatalog.bundled().findById("h100-80gb").orElseThrow();
        assertThat(served(product, Cuts.mix("4g.40gb", "4g.40gb", "3g.40gb", "3g.40gb")).gpus()).hasSize(2);
        assertThat(served(product,
                MigInstanceCombination.of(Map.of(Cuts.profile("1g.10gb"), 5, Cuts.profile("3g.40gb"), 2))).gpus())
                .hasSize(2);
    }

    @Test
    void whatTheProductDoesNotHaveIsRefusedWithTheReason() {
        var product = MigProductCatalog.bundled().findById("h100-80gb").orElseThrow();
        assertThat(MigFewestGpuPlanner.findFewest(product, Cuts.mix("1g.5gb"))).isInstanceOfSatisfying(
                FewestGpuResult.ImpossibleMigCombination.class,
                refused -> assertThat(refused.failure().text()).contains("1g.5gb"));
    }

    private static MigInstanceCombination wanted(MigProduct product, Random random, int maximum) {
        var profiles = new ArrayList<MigProfile>();
        for (int i = 1 + random.nextInt(maximum); i > 0; i--) {
            profiles.add(product.profiles().get(random.nextInt(product.profiles().size())).profile());
        }
        return MigInstanceCombination.of(profiles);
    }

    private static MigInstanceCombination sum(List<MigLayout> gpus) {
        return MigInstanceCombination.of(gpus.stream().flatMap(gpu -> gpu.combination().profiles().stream()).toList());
    }

    /** By trying for the largest that is left every set of others beside it. */
    private static int fewest(MigProduct product, MigInstanceCombination left,
            Map<MigInstanceCombination, Integer> known) {
        if (left.instanceCount() == 0) {
            return 0;
        }
        var before = known.get(left);
        if (before != null) {
            return before;
        }
        int fewest = Integer.MAX_VALUE;
        var profiles = left.profiles();
        for (int set = 1; set < 1 << profiles.size(); set += 2) {
            var together = new ArrayList<MigProfile>();
            var rest = new ArrayList<MigProfile>();
            for (int at = 0; at < profiles.size(); at++) {
                ((set >> at & 1) == 1 ? together : rest).add(profiles.get(at));
            }
            if (MigLayoutFinder.of(product).placeOnEmptyGpu(
                    MigInstanceCombination.of(together)) instanceof MigPlacementResult.PlacementFound) {
                fewest = Math.min(fewest, 1 + fewest(product, MigInstanceCombination.of(rest), known));
            }
        }
        known.put(left, fewest);
        return fewest;
    }
}
