package tessera.mig;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class MigProfileTest {

    @ParameterizedTest
    @ValueSource(strings = {"1g.5gb", "7g.141gb", "1c.3g.20gb", "1g.10gb+me", "1g.24gb+me.all", "2g.48gb+gfx",
        "1g.24gb-me", "1g.0gb", "2c.4g.96gb+gfx"})
    void aNameIsPrintedAsItWasRead(String name) {
        assertThat(MigProfile.parse(name).orElseThrow()).hasToString(name);
    }

    @Test
    void theNumbersOfANameAreItsSlicesAndItsMemory() {
        assertThat(MigProfile.parse("1c.3g.20gb")).contains(new MigProfile(1, 3, 20, ""));
        assertThat(MigProfile.parse("1g.24gb+me.all")).contains(new MigProfile(1, 1, 24, "+me.all"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "gpu", "3g", "3g.20", "g.20gb", "3g.20gb ", "3g.20gb+", "3g.20gb me", "1000g.5gb",
        "1g.99999gb", "4c.3g.20gb", "1g.5gb.me"})
    void whatIsNoNameIsNotRead(String text) {
        assertThat(MigProfile.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1g.5gb,nvidia.com/mig-1g.5gb", "1g.10gb+me,nvidia.com/mig-1g.10gb.me",
        "1g.24gb+me.all,nvidia.com/mig-1g.24gb.me.all", "1g.24gb-me,nvidia.com/mig-1g.24gb-me",
        "2g.48gb+gfx,nvidia.com/mig-2g.48gb.gfx", "1c.3g.20gb,nvidia.com/mig-1c.3g.20gb"})
    void aNameAndItsResourceLeadToEachOther(String name, String resource) {
        var profile = MigProfile.parse(name).orElseThrow();
        assertThat(profile.resourceName()).isEqualTo(resource);
        assertThat(MigProfile.ofResource(resource)).contains(profile);
        assertThat(MigProfile.ofResource(profile.sharedResourceName())).contains(profile);
        assertThat(profile.sharedResourceName()).isEqualTo(resource + ".shared");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvidia.com/gpu", "nvidia.com/gpu-1g.5gb", "nvidia.com/mig-", "nvidia.com/mig-1g.5gb+me",
        "amd.com/mig-1g.5gb", "mig-1g.5gb"})
    void otherResourcesCountNoInstances(String resource) {
        assertThat(MigProfile.ofResource(resource)).isEmpty();
    }

    @Test
    void underStrategySingleTheProductLabelTellsTheProfile() {
        assertThat(MigProfile.ofProduct("NVIDIA-A100-SXM4-80GB-MIG-1g.10gb-SHARED").orElseThrow())
                .hasToString("1g.10gb");
        assertThat(MigProfile.ofProduct("NVIDIA-H100-80GB-HBM3-MIG-1g.10gb.me").orElseThrow())
                .hasToString("1g.10gb+me");
        assertThat(MigProfile.ofProduct("NVIDIA-H100-80GB-HBM3-MIG-INVALID")).isEmpty();
        assertThat(MigProfile.ofProduct("NVIDIA-H100-80GB-HBM3")).isEmpty();
    }

    @Test
    void theLargestComeFirst() {
        var sorted = List.of("1g.5gb+me", "1g.5gb", "3g.20gb", "1c.3g.20gb", "1g.10gb", "7g.40gb", "4g.20gb").stream()
                .map(name -> MigProfile.parse(name).orElseThrow()).sorted().map(MigProfile::name);
        assertThat(sorted).containsExactly("7g.40gb", "4g.20gb", "3g.20gb", "1c.3g.20gb", "1g.10gb", "1g.5gb",
                "1g.5gb+me");
    }

    @Test
    void aComputeInstanceIsPartOfAGpuInstance() {
        var part = MigProfile.parse("1c.3g.20gb+me").orElseThrow();
        assertThat(part.usesWholeGpuInstance()).isFalse();
        assertThat(part.gpuInstance()).hasToString("3g.20gb+me");
        assertThat(part.gpuInstance().usesWholeGpuInstance()).isTrue();
    }
}
