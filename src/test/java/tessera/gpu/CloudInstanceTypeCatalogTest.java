package tessera.gpu;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

class CloudInstanceTypeCatalogTest {

    @ParameterizedTest
    @CsvSource({"node.kubernetes.io/instance-type, p5.48xlarge, H100 SXM 80 GB",
        "node.kubernetes.io/instance-type, Standard_ND96isr_H100_v5, H100 SXM 80 GB",
        "node.kubernetes.io/instance-type, a3-highgpu-8g, H100 SXM 80 GB",
        "node.kubernetes.io/instance-type, g2-standard-24, L4 24 GB",
        "k8s.amazonaws.com/accelerator, nvidia-tesla-h100, H100",
        "cloud.google.com/gke-accelerator, nvidia-a100-80gb, A100 SXM4 80 GB",
        "karpenter.k8s.aws/instance-gpu-name, l40s, L40S 48 GB",
        "gpu.nvidia.com/class, A100_NVLINK_80GB, A100 SXM4 80 GB",
        "gpu.nvidia.com/model, H100_NVLINK_80GB, H100 SXM 80 GB", "gpu.nvidia.com/model, H200, H200 141 GB",
        "gpu.nvidia.com/class, Quadro_RTX_5000, Quadro RTX 5000", "nebius.com/gpu-name, L40S, L40S 48 GB",
        "node.kubernetes.io/instance-type, gpu-b200-sxm-a, B200 180 GB",
        "node.kubernetes.io/instance-type, m5.large, NVIDIA GPU"})
    void productIsToldFromTheMachineWhereNothingLabelsTheGpus(String label, String value, String title) {
        var fleet = new Sample().with(node("cloud").label(label, value).has("nvidia.com/gpu", 8)).fleet();

        assertThat(fleet.nodes().getFirst().product().title()).isEqualTo(title);
    }

    @Test
    void machinesSayHowManyBoardsTheyHave() {
        var node = node("cloud").label("node.kubernetes.io/instance-type", "Standard_NC96ads_A100_v4");

        assertThat(CloudInstanceTypeCatalog.gpusOf(node.facts()))
                .contains(new CloudInstanceTypeCatalog.InstanceTypeGpus("NVIDIA", "NVIDIA-A100-80GB-PCIe", 4));
    }

    @ParameterizedTest
    @CsvSource({"gpu.nvidia.com/model, H200, gpu.nvidia.com/count, 8",
        "nebius.com/gpu-name, H100, nebius.com/resource-preset, 8gpu-128vcpu-1600gb",
        "node.kubernetes.io/instance-type, gpu-h100-sxm, nebius.com/resource-preset, 8gpu-128vcpu-1600gb"})
    void aMachineThatOffersNoGpuYetHasThoseOfItsLabels(String label, String value, String count, String number) {
        var fleet = new Sample().with(node("cloud").label(label, value).label(count, number).has("cpu", 8)).fleet();

        assertThat(fleet.nodes()).singleElement().satisfies(node -> {
            assertThat(node.state()).isEqualTo(GpuNodeState.NOT_OFFERED);
            assertThat(node.nodeStatus().counts().total()).isEqualTo(8);
        });
    }

    @ParameterizedTest
    @CsvSource({"nvidia.com/gpu.count, 8gpu-128vcpu-1600gb", "gpu.nvidia.com/count, 8gpu-128vcpu-1600gb",
        "nebius.com/resource-preset, 8"})
    void aLabelIsNoCountInTheWordsOfAnother(String count, String number) {
        var node = new Sample()
                .with(node("cloud").label("nvidia.com/gpu.present", "true").label(count, number).has("cpu", 8)).only();

        assertThat(node.boardCount().isKnown()).isFalse();
    }

    @Test
    void labelsOfGpuFeatureDiscoveryGoFirst() {
        var fleet = new Sample().with(node("cloud").label("node.kubernetes.io/instance-type", "p5.48xlarge")
                .nvidia("NVIDIA-H20", 8).has("nvidia.com/gpu", 8)).fleet();

        assertThat(fleet.nodes().getFirst().product().title()).isEqualTo("H20 96 GB");
    }
}
