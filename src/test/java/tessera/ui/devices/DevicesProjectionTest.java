package tessera.ui.devices;

import org.junit.jupiter.api.Test;
import tessera.insight.Sample;
import tessera.ui.kit.Sort;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** What the GPUs screen lists. */
class DevicesProjectionTest {

    private static final String GPU = "nvidia.com/gpu";

    @Test
    void onlyWhatAPodCouldBeGivenIsListedAsFree() {
        var fleet = new Sample().with(node("open").nvidia("NVIDIA-L4", 2).has(GPU, 2))
                .with(node("shut").nvidia("NVIDIA-L4", 4).has(GPU, 4).cordoned())
                .with(node("full").nvidia("NVIDIA-L4", 2).has(GPU, 2))
                .with(node("mute").nvidia("NVIDIA-L4", 2).has(GPU, 0))
                .pod("ml/train", "full", GPU, 2).fleet();

        assertThat(new DevicesProjection().state(fleet, new DevicesQuery("free", Sort.NONE, "", Sample.NOW)).rows())
                .extracting(DeviceRow::name).containsExactly("open · ?", "open · ?");
    }
}
