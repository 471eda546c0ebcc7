package tessera.mig;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever one does to a layout of one's own, it can be had, and what is written says the same. */
class NodeMigLayoutDraftTest {

    @Test
    void whateverIsDoneItStaysLegalAndIsToldExactly() {
        var random = new Random(3);
        for (var product : MigProductCatalog.bundled().allProducts().stream().filter(MigProduct::hasKnownPlacements)
                .toList()) {
            var composition = NodeMigLayoutDraft.ofWholeGpus(product, 4);
            for (int step = 0; step < 120; step++) {
                composition = changed(composition, random);
                assertThat(composition.gpus()).as(product.id()).allMatch(gpu -> gpu.isEmpty() || gpu.get().isLegal());
                assertToldExactly(composition);
            }
        }
    }

    private static NodeMigLayoutDraft changed(NodeMigLayoutDraft composition, Random random) {
        int gpu = random.nextInt(4);
        var sizes = composition.product().profiles();
        var size = sizes.get(random.nextInt(sizes.size())).profile();
        var instances = composition.layoutOf(gpu).instances();
        return switch (random.nextInt(9)) {
            case 0 -> composition.withFilledGpu(gpu, size);
            case 1 -> composition.withEmptyGpu(gpu);
            case 2 -> composition.withWholeGpu(gpu);
            case 3 -> composition.withAllGpusLike(gpu);
            case 4 -> instances.isEmpty() ? composition
                    : composition.withoutInstance(gpu, instances.get(random.nextInt(instances.size())));
            default -> composition.withInstance(gpu, size);
        };
    }

    private static void assertToldExactly(NodeMigLayoutDraft composition) {
        var nodeConfigEffect = new MigConfig("own", composition.toConfigEntries())
                .intentFor(Collections.nCopies(4, new MigConfig.TargetGpu(composition.product(), "")));
        assertThat(nodeConfigEffect.problems()).isEmpty();
        var again = NodeMigLayoutDraft.of(composition.product(), nodeConfigEffect.gpus());
        assertThat(again.gpus()).as("a preview draws instances where they were composed").isEqualTo(composition.gpus());
        assertThat(MigLayoutNotation.parse(MigLayoutNotation.format(composition.toConfigEntries())))
                .isEqualTo(composition.toConfigEntries());
    }

    @Test
    void gpusThatAreAlikeAreToldOnceAndAllAlikeWithoutNumbers() {
        var product = MigProductCatalog.bundled().findById("h100-80gb").orElseThrow();
        var some = NodeMigLayoutDraft.ofWholeGpus(product, 4)
                .withFirstGpus(List.of(Cuts.layout(product, "4g.40gb@0:4"), Cuts.layout(product, "4g.40gb@0:4")));
        assertThat(MigLayoutNotation.format(some.toConfigEntries())).isEqualTo("0-1=4g.40gb;2-3=off");
        assertThat(MigLayoutNotation.format(some.withAllGpusLike(0).toConfigEntries())).isEqualTo("4g.40gb");
    }
}
