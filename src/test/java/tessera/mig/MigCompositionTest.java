package tessera.mig;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever one does to a layout of one's own, it can be had, and what is written says the same. */
class MigCompositionTest {

    @Test
    void whateverIsDoneItStaysLegalAndIsToldExactly() {
        var random = new Random(3);
        for (var product : MigProducts.bundled().all().stream().filter(MigProduct::placementsKnown).toList()) {
            var composition = MigComposition.whole(product, 4);
            for (int step = 0; step < 120; step++) {
                composition = changed(composition, random);
                assertThat(composition.gpus()).as(product.id())
                        .allMatch(gpu -> gpu.isEmpty() || gpu.get().legal());
                assertToldExactly(composition);
            }
        }
    }

    private static MigComposition changed(MigComposition composition, Random random) {
        int gpu = random.nextInt(4);
        var sizes = composition.product().profiles();
        var size = sizes.get(random.nextInt(sizes.size())).profile();
        var instances = composition.layout(gpu).instances();
        return switch (random.nextInt(9)) {
            case 0 -> composition.filled(gpu, size);
            case 1 -> composition.cleared(gpu);
            case 2 -> composition.whole(gpu);
            case 3 -> composition.likewise(gpu);
            case 4 -> instances.isEmpty() ? composition
                    : composition.without(gpu, instances.get(random.nextInt(instances.size())));
            default -> composition.with(gpu, size);
        };
    }

    private static void assertToldExactly(MigComposition composition) {
        var intent = new MigConfig("own", composition.entries())
                .intended(Collections.nCopies(4, new MigConfig.TargetGpu(composition.product(), "")));
        assertThat(intent.problems()).isEmpty();
        var again = MigComposition.of(composition.product(), intent.gpus());
        assertThat(again.gpus()).as("a preview draws instances where they were composed").isEqualTo(composition.gpus());
        assertThat(LayoutText.read(LayoutText.write(composition.entries()))).isEqualTo(composition.entries());
    }

    @Test
    void gpusThatAreAlikeAreToldOnceAndAllAlikeWithoutNumbers() {
        var product = MigProducts.bundled().byId("h100-80gb").orElseThrow();
        var some = MigComposition.whole(product, 4).beginning(List.of(Cuts.layout(product, "4g.40gb@0:4"),
                Cuts.layout(product, "4g.40gb@0:4")));
        assertThat(LayoutText.write(some.entries())).isEqualTo("0-1=4g.40gb;2-3=off");
        assertThat(LayoutText.write(some.likewise(0).entries())).isEqualTo("4g.40gb");
    }
}
