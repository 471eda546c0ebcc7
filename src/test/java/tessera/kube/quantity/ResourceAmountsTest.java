package tessera.kube.quantity;

import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ResourceAmountsTest {

    private static Map<String, Long> some(RandomGenerator random) {
        var amounts = new HashMap<String, Long>();
        for (int i = random.nextInt(6); i > 0; i--) {
            amounts.put("r" + random.nextInt(8), random.nextInt(5) == 0 ? Long.MAX_VALUE : random.nextLong(100));
        }
        return amounts;
    }

    @Test
    void sumsAndMaximaAreThoseOfEachResource() {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
        for (int i = 0; i < 2_000; i++) {
            var a = some(random);
            var b = some(random);
            var sum = new HashMap<>(a);
            b.forEach((name, amount) -> sum.merge(name, amount, ResourceAmounts::saturatedSum));
            var most = new HashMap<>(a);
            b.forEach((name, amount) -> most.merge(name, amount, Math::max));

            assertThat(ResourceAmounts.of(a).plus(ResourceAmounts.of(b))).isEqualTo(ResourceAmounts.of(sum));
            assertThat(ResourceAmounts.of(a).max(ResourceAmounts.of(b))).isEqualTo(ResourceAmounts.of(most));
            assertThat(ResourceAmounts.of(a).plus(ResourceAmounts.of(b)).names()).isSorted();
        }
    }
}
