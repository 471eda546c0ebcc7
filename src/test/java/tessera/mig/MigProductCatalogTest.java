package tessera.mig;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.mig.Cuts.PRODUCTS;
import static tessera.mig.Cuts.product;
import static tessera.mig.Cuts.profile;

class MigProductCatalogTest {

    @ParameterizedTest
    @CsvSource({"NVIDIA-A100-SXM4-40GB,a100-40gb", "A100-SXM4-40GB,a100-40gb", "NVIDIA-A100-80GB-PCIe,a100-80gb",
        "NVIDIA-A30,a30-24gb", "NVIDIA-H100-80GB-HBM3,h100-80gb", "NVIDIA-H100-NVL,h100-94gb-nvl",
        "NVIDIA-GH200-480GB,h100-96gb", "NVIDIA-H200,h200-141gb", "NVIDIA-H200-NVL,h200-141gb",
        "NVIDIA-GH200-144G-HBM3e,gh200-144gb", "NVIDIA-B200,b200-180gb", "NVIDIA-GB200,gb200-186gb",
        "NVIDIA-B300-SXM6-AC,b300-269gb", "NVIDIA-GB300,gb300-278gb",
        "NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition,rtx-pro-6000-96gb"})
    void aNodesLabelTellsTheProductWhateverStrategyAndSharingAdd(String label, String id) {
        for (var suffix : List.of("", "-SHARED", "-MIG-1g.10gb", "-MIG-INVALID", "-MIG-1g.24gb.me.all",
                "-MIG-3g.40gb-SHARED")) {
            assertThat(PRODUCTS.findByLabel(label + suffix)).map(MigProduct::id).contains(id);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NVIDIA-L40S", "Tesla-T4", "NVIDIA-H100", "AMD-Instinct-MI300X", "xNVIDIA-A30"})
    void otherProductsCannotBeCut(String label) {
        assertThat(PRODUCTS.findByLabel(label)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"NVIDIA H100 80GB HBM3,h100-80gb", "NVIDIA A100 80GB PCIe,a100-80gb", "A100-SXM4-40GB,a100-40gb",
        "NVIDIA RTX PRO 6000 Blackwell Server Edition,rtx-pro-6000-96gb", "NVIDIA GH200 480GB,h100-96gb"})
    void aDeviceIsKnownByTheNameThatNvidiaSmiPrints(String model, String id) {
        assertThat(PRODUCTS.findByModel(model)).map(MigProduct::id).contains(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2330", "0x2330", "0X2330", "10de:2330", "0x233010DE", "0x233010de"})
    void aDeviceIsKnownByItsPciId(String id) {
        assertThat(PRODUCTS.findByPciId(id)).map(MigProduct::id).contains("h100-80gb");
    }

    @ParameterizedTest
    @CsvSource({"a100-40gb,20B0 20B1 20F1 20F6", "a100-80gb,20B2 20B5 20F3 20F5", "h100-80gb,2330 2331 2322 2324",
        "a30-24gb,20B7", "h100-94gb-nvl,2321 233A", "h100-96gb,233D 2342", "h200-141gb,2335 233B", "gh200-144gb,2348",
        "b200-180gb,2901", "gb200-186gb,2941", "b300-269gb,3182", "gb300-278gb,31C2", "rtx-pro-6000-96gb,2BB5"})
    void everyFamilyOfTheManagersConfigurationIsKnownByItsPciIds(String id, String devices) {
        for (var device : devices.split(" ", -1)) {
            assertThat(PRODUCTS.findByPciId("0x" + device)).as(device).map(MigProduct::id).contains(id);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0x", "233", "23300", "ffff", "1002:2330"})
    void whatIsNoPciIdOfAProductIsUnknown(String id) {
        assertThat(PRODUCTS.findByPciId(id)).isEmpty();
    }

    @Test
    void noPciDeviceBelongsToTwoProducts() {
        var devices = new ArrayList<String>();
        PRODUCTS.allProducts().forEach(product -> devices.addAll(product.pciDevices()));
        assertThat(devices).hasSizeGreaterThan(30).doesNotHaveDuplicates();
    }

    @Test
    void everyPlacementLiesOnItsBoard() {
        for (var product : PRODUCTS.allProducts()) {
            var names = new HashSet<MigProfile>();
            for (var profile : product.profiles()) {
                assertThat(names.add(profile.profile())).as("%s %s", product.id(), profile.profile()).isTrue();
                for (var placement : profile.placements()) {
                    assertThat(placement.end()).isLessThanOrEqualTo(product.memoryUnits().orElseThrow());
                    assertThat(placement.size()).isEqualTo(profile.memorySlices().orElseThrow());
                }
            }
        }
    }

    @Test
    void theSameNameMeansDifferentSizesOnDifferentProducts() {
        var eighth = product("gb300-278gb").findProfile(profile("1g.35gb")).orElseThrow();
        var quarter = product("h200-141gb").findProfile(profile("1g.35gb")).orElseThrow();
        assertThat(eighth.memorySlices()).hasValue(1);
        assertThat(eighth.maxInstances()).isEqualTo(7);
        assertThat(quarter.memorySlices()).hasValue(2);
        assertThat(quarter.maxInstances()).isEqualTo(4);
    }

    @Test
    void aProfileTellsWhatAnInstanceConsistsOf() {
        var profile = Cuts.H100.findProfileById(9).orElseThrow();
        assertThat(profile.profile()).hasToString("3g.40gb");
        assertThat(profile.multiprocessors()).hasValue(60);
        assertThat(profile.engines().countOf(GpuMediaEngines.MediaEngineKind.DECODER)).hasValue(3);
        assertThat(profile.driver()).isEqualTo("525");
        assertThat(Cuts.A100.findProfile(profile("1g.5gb+me")).map(GpuInstanceProfile::driver)).contains("470");
    }

    @Test
    void whatIsNotPublishedIsEmptyAndNotZero() {
        var b300 = product("b300-269gb");
        assertThat(b300.observed()).isFalse();
        assertThat(b300.profiles().getFirst().engines().countOf(GpuMediaEngines.MediaEngineKind.COPY)).isEmpty();
        assertThat(b300.profiles().getFirst().multiprocessors()).isEmpty();
        var rtx5000 = product("rtx-pro-5000-48gb");
        assertThat(rtx5000.hasKnownPlacements()).isFalse();
        assertThat(MigLayout.empty(rtx5000).sliceMap()).isEqualTo(Optional.empty());
    }
}
