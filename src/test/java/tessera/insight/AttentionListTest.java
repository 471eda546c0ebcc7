package tessera.insight;

import java.util.List;
import org.junit.jupiter.api.Test;
import tessera.insight.Attention.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

class AttentionListTest {

    private static final String GPU = "nvidia.com/gpu";

    private static List<Attention> of(Sample sample) {
        var fleet = sample.fleet();
        return AttentionList.of(fleet, new WaitingReason(fleet, Accelerators.standard()));
    }

    @Test
    void aHealthyFleetNeedsNone() {
        assertThat(of(new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2)).pod("x/1", "n", GPU, 2)))
                .isEmpty();
    }

    @Test
    void theMostUrgentComesFirst() {
        var list = of(new Sample().with(node("cordoned").nvidia("NVIDIA-L4", 2).has(GPU, 2).cordoned())
                .with(node("lost").nvidia("NVIDIA-L4", 2).has(GPU, 2).ready("Unknown", "Kubelet stopped posting"))
                .with(node("sick").nvidia("NVIDIA-L4", 2).has(GPU, 2, 1))
                .with(node("mute").nvidia("NVIDIA-L4", 2)).waiting("x/1", GPU, 9, "")
                .pod("x/2", "sick", GPU, 2));

        assertThat(list).extracting(Attention::kind).containsExactly(Kind.UNHEALTHY_GPU, Kind.NODE_UNREACHABLE,
                Kind.NOT_OFFERED, Kind.OVERCOMMITTED, Kind.PODS_WAITING, Kind.CORDONED);
        assertThat(list.getFirst().detail()).isEqualTo("sick · 1 withheld from the scheduler");
        assertThat(list.get(2).detail()).isEqualTo("mute · 2 GPUs, none advertised");
        assertThat(list.get(3).detail()).isEqualTo("sick · 2 of 1 × gpu held");
        assertThat(list.getLast().detail()).isEqualTo("cordoned · 2 of 2 GPUs free behind it");
    }

    @Test
    void whatIsCountedAmongSomePodsIsAtLeastSoMuch() {
        var list = of(new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4, 2)).pod("mine/a", "n", GPU, 3)
                .pod("theirs/b", "n", GPU, 1).waiting("mine/c", GPU, 1, "").seenIn("mine"));

        assertThat(list).extracting(Attention::headline).contains("At least 1 pod waiting");
        assertThat(list).extracting(Attention::detail).contains("n · ≥ 3 of 2 × gpu held");
    }

    @Test
    void muchOfOneKindIsOneEntry() {
        var sample = new Sample();
        for (int i = 1; i <= 5; i++) {
            sample.with(node("n" + i).nvidia("NVIDIA-L4", 2).has(GPU, 2).cordoned());
        }

        assertThat(of(sample)).singleElement().satisfies(entry -> {
            assertThat(entry.headline()).isEqualTo("Node cordoned × 5");
            assertThat(entry.detail()).isEqualTo("n1, n2, n3 and 2 more");
            assertThat(entry.count()).isEqualTo(5);
        });
    }
}
