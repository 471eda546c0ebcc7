package tessera.mig;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.mig.FewestGpuPlanner.FewestAnswer;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests are served with as few GPUs as can serve them, which trying everything agrees with. */
class FewestGpusTest {

    private static FewestAnswer.FewestLayout served(MigProduct product, InstanceCombination wanted) {
        return (FewestAnswer.FewestLayout) FewestGpuPlanner.findFewest(product, wanted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a100-40gb", "h100-80gb", "a30-24gb", "rtx-pro-6000"})
    void tryingEverythingFindsNoFewer(String id) {
        var product = MigProducts.bundled().allProducts().stream().filter(known -> known.id().startsWith(id))
                .findFirst()
                .orElseThrow();
        var random = new Random(5);
        for (int round = 0; round < 25; round++) {
            var wanted = wanted(product, random, 7);

            var answer = served(product, wanted);

            assertThat(answer.proven()).isTrue();
            assertThat(answer.gpus()).as("%s on %s", wanted, id).allMatch(MigLayout::isLegal)
                    .hasSize(fewest(product, wanted, new HashMap<>()));
            assertThat(sum(answer.gpus())).isEqualTo(wanted);
        }
    }

    @Test
    void aLargeDemandIsServedExactlyAndInTime() {
        var product = MigProducts.bundled().findById("h100-80gb").orElseThrow();
        var random = new Random(9);
        for (int round = 0; round < 20; round++) {
            var wanted = wanted(product, random, 120);
            var answer = served(product, wanted);
            assertThat(answer.gpus()).allMatch(MigLayout::isLegal);
            assertThat(sum(answer.gpus())).isEqualTo(wanted);
        }
    }

    @Test
    void whatFitsTogetherSharesGpus() {
        var product = MigProducts.bundled().findById("h100-80gb").orElseThrow();
        assertThat(served(product, Cuts.mix("4g.40gb", "4g.40gb", "3g.40gb", "3g.40gb")).gpus()).hasSize(2);
        assertThat(
                served(product, InstanceCombination.of(Map.of(Cuts.profile("1g.10gb"), 5, Cuts.profile("3g.40gb"), 2)))
                        .gpus())
                .hasSize(2);
    }

    @Test
    void whatTheProductDoesNotHaveIsRefusedWithTheReason() {
        var product = MigProducts.bundled().findById("h100-80gb").orElseThrow();
        assertThat(FewestGpuPlanner.findFewest(product, Cuts.mix("1g.5gb"))).isInstanceOfSatisfying(
                FewestAnswer.NoLayout.class,
                refused -> assertThat(refused.why().reasonText()).contains("1g.5gb"));
    }

    private static InstanceCombination wanted(MigProduct product, Random random, int maximum) {
        var profiles = new ArrayList<MigProfile>();
        for (int i = 1 + random.nextInt(maximum); i > 0; i--) {
            profiles.add(product.profiles().get(random.nextInt(product.profiles().size())).profile());
        }
        return InstanceCombination.of(profiles);
    }

    private static InstanceCombination sum(List<MigLayout> gpus) {
        return InstanceCombination.of(gpus.stream().flatMap(gpu -> gpu.combination().profiles().stream()).toList());
    }

    /** By trying for the largest that is left every set of others beside it. */
    private static int fewest(MigProduct product, InstanceCombination left, Map<InstanceCombination, Integer> known) {
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
            if (MigGeometry.of(product)
                    .placeOnEmptyGpu(InstanceCombination.of(together)) instanceof PlacementAttempt.PlacementFound) {
                fewest = Math.min(fewest, 1 + fewest(product, InstanceCombination.of(rest), known));
            }
        }
        known.put(left, fewest);
        return fewest;
    }
}
