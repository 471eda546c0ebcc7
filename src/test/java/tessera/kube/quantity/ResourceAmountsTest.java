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

    @Test
    void resourcesThatAreNotNamedAreNone() {
        var amounts = ResourceAmounts.of(Map.of("cpu", 500L, "a", 2L, "nvidia.com/gpu", 0L));

        assertThat(amounts.names()).containsExactly("a", "cpu", "nvidia.com/gpu");
        assertThat(amounts.has("nvidia.com/gpu")).isTrue();
        assertThat(amounts.has("a")).isTrue();
        assertThat(amounts.has("memory")).isFalse();
        assertThat(amounts.get("memory")).isZero();
        assertThat(amounts.without("cpu")).isEqualTo(ResourceAmounts.of(Map.of("a", 2L, "nvidia.com/gpu", 0L)))
                .isNotEqualTo(amounts).isNotEqualTo(ResourceAmounts.of(Map.of("a", 3L, "nvidia.com/gpu", 0L)));
        assertThat(amounts.without("cpu")).hasSameHashCodeAs(ResourceAmounts.of(Map.of("a", 2L, "nvidia.com/gpu", 0L)));
        assertThat(ResourceAmounts.of("cpu", 3).times(4)).isEqualTo(ResourceAmounts.of("cpu", 12));
        assertThat(ResourceAmounts.of("cpu", 3)).hasToString("{cpu=3}");
    }

    @Test
    void whatDoesNotFitIsTheLargestThereIs() {
        assertThat(ResourceAmounts.saturatedSum(Long.MAX_VALUE, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(ResourceAmounts.saturatedSum(Long.MAX_VALUE, 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(ResourceAmounts.saturatedSum(1, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(ResourceAmounts.saturatedSum(-5, 3)).isEqualTo(-2);
        assertThat(ResourceAmounts.saturatedSum(3, -5)).isEqualTo(-2);
        assertThat(ResourceAmounts.saturatedProduct(1L << 32, 1L << 31)).isEqualTo(Long.MAX_VALUE);
        assertThat(ResourceAmounts.saturatedProduct(1L << 40, 1L << 40)).isEqualTo(Long.MAX_VALUE);
        assertThat(ResourceAmounts.saturatedProduct(7, 0)).isZero();
        assertThat(ResourceAmounts.saturatedProduct(7, 6)).isEqualTo(42);
    }
}
