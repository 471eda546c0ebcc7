package tessera.launch;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tessera.gpu.Sample;

import static org.assertj.core.api.Assertions.assertThat;

/** Who asks for more processors or memory than go with a GPU is told so. */
class PerDeviceCpuMemorySizingTest {

    private static final String GPU = "nvidia.com/gpu";

    @Test
    void whatGoesWithEachIsToldOfTheNodesThatHaveLeastAndMost() {
        var clusterSnapshot = new Sample()
                .with(Sample.node("a").nvidia("NVIDIA-L4", 8).has(GPU, 8).has("cpu", 96_000).has("memory", 512L << 30))
                .with(Sample.node("b").nvidia("NVIDIA-L4", 4).has(GPU, 4).has("cpu", 32_000).has("memory", 256L << 30)
                        .label("pool", "small"))
                .snapshot();
        var sizing = PerDeviceCpuMemorySizing.of(clusterSnapshot, GPU, Map.of()).orElseThrow();

        assertThat(sizing.sizingText(Map.of("count", "2", "cpu", "16", "memory", "128Gi")))
                .isEqualTo("Per device: 8–12 cores, 64 GiB memory");
        assertThat(sizing.sizingText(Map.of("count", "1", "cpu", "10", "memory", "32Gi"))).endsWith(
                ". This request exceeds the per-device share of CPU on some nodes, so other devices stay unused "
                        + "there.");
        assertThat(sizing.sizingText(Map.of("count", "1", "cpu", "16", "memory", "32Gi"))).endsWith(
                ". This request exceeds the per-device share of CPU on every node, so other devices stay unused.");
        assertThat(sizing.sizingText(Map.of("count", "1", "cpu", "16", "memory", "65Gi")))
                .contains("of CPU and memory");
        assertThat(PerDeviceCpuMemorySizing.of(clusterSnapshot, "amd.com/gpu", Map.of())).isEmpty();
        assertThat(PerDeviceCpuMemorySizing.of(clusterSnapshot, GPU, Map.of("select", "pool=small")).orElseThrow()
                .sizingText(Map.of())).as("nodes that are not selected do not count")
                .isEqualTo("Per device: 8 cores, 64 GiB memory");
        assertThat(PerDeviceCpuMemorySizing.of(clusterSnapshot, GPU, Map.of("select", "pool")).orElseThrow()
                .sizingText(Map.of())).as("a label that is still being typed selects nothing").contains("8–12 cores");
    }
}
