package tessera.mig;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.mig.MigConfig.MigConfigGpuEffect;
import tessera.mig.MigConfig.TargetGpu;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.mig.Cuts.A100;
import static tessera.mig.Cuts.H100;
import static tessera.mig.Cuts.product;

class MigConfigTest {

    private static MigConfigFile file(String text) throws JsonProcessingException {
        return MigConfigFile.read(new YAMLMapper().readTree(text));
    }

    private static MigConfig config(String entries) throws JsonProcessingException {
        var file = file("version: v1\nmig-configs:\n  mine:\n" + entries.indent(4));
        assertThat(file.problems()).isEmpty();
        return named(file.configs(), "mine");
    }

    private static MigConfig named(Map<String, MigConfig> configs, String name) {
        return Optional.ofNullable(configs.get(name)).orElseThrow();
    }

    private static List<TargetGpu> gpus(int count, MigProduct product) {
        return Collections.nCopies(count, new TargetGpu(product, ""));
    }

    @Test
    void aConfigurationTellsWhatBecomesOfEachGpu() throws JsonProcessingException {
        var nodeConfigEffect = config("""
                - devices: [0]
                  mig-enabled: false
                - devices: [1, 2]
                  mig-enabled: true
                  mig-devices:
                    1g.10gb: 7
                - devices: [3]
                  mig-enabled: true
                  mig-devices:
                    3g.40gb: 2
                """).intentFor(gpus(5, H100));
        assertThat(nodeConfigEffect.problems()).isEmpty();
        assertThat(nodeConfigEffect.gpus()).hasSize(5).containsEntry(0, new MigConfigGpuEffect.MigDisabledGpu())
                .containsEntry(4, new MigConfigGpuEffect.UnselectedGpu());
        assertThat(nodeConfigEffect.gpus().get(1)).isEqualTo(nodeConfigEffect.gpus().get(2)).isInstanceOfSatisfying(
                MigConfigGpuEffect.PartitionedGpu.class,
                cut -> assertThat(cut.layout().combination()).hasToString("7 × 1g.10gb"));
        assertThat(nodeConfigEffect.gpus().get(3))
                .isEqualTo(new MigConfigGpuEffect.PartitionedGpu(Cuts.layout(H100, "3g.40gb@0:4", "3g.40gb@4:4")));
    }

    @Test
    void aFilterLimitsAnEntryToSomeProducts() throws JsonProcessingException {
        var config = config("""
                - device-filter: "0x233010DE"
                  devices: all
                  mig-enabled: true
                  mig-devices:
                    1g.10gb: 7
                - device-filter: ["0x20B010DE", "0x20B110DE"]
                  devices: all
                  mig-enabled: true
                  mig-devices:
                    1g.5gb: 7
                """);
        var nodeConfigEffect = config.intentFor(
                List.of(new TargetGpu(H100, ""), new TargetGpu(A100, "0x20B0"), new TargetGpu(H100, "2331")));
        assertThat(nodeConfigEffect.problems()).isEmpty();
        assertThat(nodeConfigEffect.gpus().get(0)).isInstanceOf(MigConfigGpuEffect.PartitionedGpu.class);
        assertThat(nodeConfigEffect.gpus().get(1)).isInstanceOf(MigConfigGpuEffect.PartitionedGpu.class);
        assertThat(nodeConfigEffect.gpus().get(2)).isEqualTo(new MigConfigGpuEffect.UnselectedGpu());
        assertThat(config.intentFor(gpus(2, product("a30-24gb"))).problems())
                .containsExactly(new MigConfigProblem.NoSelectedGpu());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3g.20gb: 2   | GPU 0: NVIDIA H100 80GB (SXM5 / PCIe), H800 80GB has no profile 3g.20gb
            3g.40gb: 3   | GPU 0: A GPU supports at most 2 instances of 3g.40gb
            1g.10gb: 8   | GPU 0: A GPU supports at most 7 instances of 1g.10gb
            '1g.10gb: 2147483647, 1g.20gb: 2147483647' | GPU 0: A GPU supports at most 4 instances of 1g.20gb
            '3g.40gb: 2, 1g.10gb: 1' | GPU 0: 1g.10gb requires 1 memory slice. None is left.
            '4g.40gb: 1, 2g.20gb: 2' | GPU 0: 2g.20gb requires 2 compute slices. 1 is left.""")
    void whatDoesNotFitIsSaid(String instances, String problem) throws JsonProcessingException {
        var nodeConfigEffect = config("- {devices: all, mig-enabled: true, mig-devices: {" + instances + "}}")
                .intentFor(gpus(1, H100));
        assertThat(nodeConfigEffect.problems()).extracting(MigConfigProblem::text).containsExactly(problem);
        assertThat(nodeConfigEffect.gpus().get(0)).isInstanceOf(MigConfigGpuEffect.InapplicableConfig.class);
    }

    @Test
    void entriesThatSelectTheSameGpuContradictEachOther() throws JsonProcessingException {
        var nodeConfigEffect = config("""
                - {devices: all, mig-enabled: false}
                - {devices: [1], mig-enabled: true, mig-devices: {7g.80gb: 1}}
                """).intentFor(gpus(2, H100));
        assertThat(nodeConfigEffect.problems()).extracting(MigConfigProblem::text)
                .containsExactly("GPU 1: Entries 1 and 2 both select the GPU");
        assertThat(nodeConfigEffect.gpus()).containsEntry(0, new MigConfigGpuEffect.MigDisabledGpu());
    }

    @Test
    void aGpuThatIsNotThereAndInstancesWithoutMigModeAreProblems() throws JsonProcessingException {
        var file = file("""
                version: v1
                mig-configs:
                  mine: [{devices: [0, 9], mig-enabled: false, mig-devices: {7g.80gb: 1}}]
                """);
        var nodeConfigEffect = named(file.configs(), "mine").intentFor(gpus(2, H100));
        assertThat(file.problems()).extracting(MigConfigFileProblem::text)
                .containsExactly("mig-devices is not empty although mig-enabled is false in mine, entry 1");
        assertThat(nodeConfigEffect.problems()).containsExactly(new MigConfigProblem.AbsentGpuIndex(1, 9, 2),
                new MigConfigProblem.GpuConfigProblem(0, new MigConfigProblem.InstancesWithoutMigMode()));
    }

    @Test
    void whatTheFormatDoesNotKnowIsNamed() throws JsonProcessingException {
        var file = file("""
                version: v2
                extra: 1
                mig-configs:
                  a:
                  - {devices: some, mig-enabled: maybe}
                  - {devices: [0, 0, x, -1], mig-enabled: true, mig-device: {}, device-filter: H100}
                  - {devices: all, mig-enabled: true, mig-devices: {1g: 1, 1g.5gb: 0, 2g.10gb: many, 3g.20gb: 1}}
                  b: {}
                """);
        assertThat(file.problems()).extracting(MigConfigFileProblem::text).containsExactly(
                "Unknown key extra in the file", "The version of the file is not v1",
                "mig-enabled is neither true nor false in a, entry 1",
                "devices is neither all nor a list of GPU indices in a, entry 1",
                "Unknown key mig-device in a, entry 2",
                "mig-devices is missing although mig-enabled is true in a, entry 2",
                "GPU 0 is listed twice in a, entry 2", "“x” is not a GPU index in a, entry 2",
                "“-1” is not a GPU index in a, entry 2", "“H100” is not a PCI device in a, entry 2",
                "“1g” is not a MIG profile in a, entry 3", "“0” is not a valid count of 1g.5gb in a, entry 3",
                "“many” is not a valid count of 2g.10gb in a, entry 3", "b is not a list of entries");
        assertThat(file.configs()).containsOnlyKeys("a", "b");
        assertThat(named(file.configs(), "a").entries().getLast().instances()).hasToString("3g.20gb");
    }

    @Test
    void whatIsWrittenIsReadAgain() throws JsonProcessingException {
        var configs = new LinkedHashMap<>(DefaultMigConfigs.forProduct(Cuts.RTX));
        configs.put("mine", config("""
                - {devices: [0, 2], mig-enabled: true, mig-devices: {1g.10gb+me: 1, 2g.20gb: 3}}
                - {devices: [1], device-filter: "0x233010DE", mig-enabled: false}
                - {devices: all, device-filter: ["0x20B010DE", "0x20B110DE"], mig-enabled: true, mig-devices: {}}
                """));
        var file = new MigConfigFile(configs, List.of());
        assertThat(file(new YAMLMapper().writeValueAsString(file.toTree()))).isEqualTo(file);
    }

    @Test
    void anEmptyFileHasNoConfigurations() throws JsonProcessingException {
        assertThat(file("{}").problems()).containsExactly(new MigConfigFileProblem.WrongFileVersion(),
                new MigConfigFileProblem.MissingMigConfigs());
        assertThat(file("text").problems()).isNotEmpty();
        assertThat(file("[1, 2]").configs()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a100-40gb     | 3g.20gb + 2g.10gb + 2 × 1g.5gb
            a100-80gb     | 3g.40gb + 2g.20gb + 2 × 1g.10gb
            a30-24gb      | 2g.12gb + 2 × 1g.6gb
            h100-80gb     | 3g.40gb + 2g.20gb + 2 × 1g.10gb
            h100-94gb-nvl | 3g.47gb + 2g.24gb + 2 × 1g.12gb
            h100-96gb     | 3g.48gb + 2g.24gb + 2 × 1g.12gb
            h200-141gb    | 3g.71gb + 2g.35gb + 2 × 1g.18gb
            gh200-144gb   | 3g.72gb + 2g.36gb + 2 × 1g.18gb
            b200-180gb    | 3g.90gb + 2g.45gb + 2 × 1g.23gb
            gb200-186gb   | 3g.93gb + 2g.47gb + 2 × 1g.23gb
            b300-269gb    | 3g.135gb + 2g.67gb + 2 × 1g.34gb
            gb300-278gb   | 3g.139gb + 2g.70gb + 2 × 1g.35gb
            rtx-pro-6000-96gb | 2g.48gb + 2 × 1g.24gb""")
    void theBalancedMixIsThatOfTheOperator(String id, String mix) {
        var balanced = named(DefaultMigConfigs.forProduct(product(id)), DefaultMigConfigs.ALL_BALANCED);
        assertThat(balanced.entries().getFirst().instances()).hasToString(mix);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a100-40gb  | 1g.5gb 7, 1g.5gb.me 1, 1g.10gb 4, 2g.10gb 3, 3g.20gb 2, 4g.20gb 1, 7g.40gb 1
            h100-80gb  | 1g.10gb 7, 1g.10gb.me 1, 1g.20gb 4, 2g.20gb 3, 3g.40gb 2, 4g.40gb 1, 7g.80gb 1
            a30-24gb   | 1g.6gb 4, 1g.6gb.me 1, 2g.12gb 2, 2g.12gb.me 1, 4g.24gb 1
            h200-141gb | 1g.18gb 7, 1g.18gb.me 1, 1g.35gb 4, 2g.35gb 3, 3g.71gb 2, 4g.71gb 1, 7g.141gb 1
            a100-80gb     | 1g.10gb 7, 1g.10gb.me 1, 1g.20gb 4, 2g.20gb 3, 3g.40gb 2, 4g.40gb 1, 7g.80gb 1
            h100-94gb-nvl | 1g.12gb 7, 1g.12gb.me 1, 1g.24gb 4, 2g.24gb 3, 3g.47gb 2, 4g.47gb 1, 7g.94gb 1
            h100-96gb     | 1g.12gb 7, 1g.12gb.me 1, 1g.24gb 4, 2g.24gb 3, 3g.48gb 2, 4g.48gb 1, 7g.96gb 1
            gh200-144gb   | 1g.18gb 7, 1g.18gb.me 1, 1g.36gb 4, 2g.36gb 3, 3g.72gb 2, 4g.72gb 1, 7g.144gb 1
            b200-180gb    | 1g.23gb 7, 1g.23gb.me 1, 1g.45gb 4, 2g.45gb 3, 3g.90gb 2, 4g.90gb 1, 7g.180gb 1
            gb200-186gb   | 1g.23gb 7, 1g.23gb.me 1, 1g.47gb 4, 2g.47gb 3, 3g.93gb 2, 4g.93gb 1, 7g.186gb 1
            gb300-278gb   | 1g.35gb 7, 1g.35gb.me 1, 1g.70gb 4, 2g.70gb 3, 3g.139gb 2, 4g.139gb 1, 7g.278gb 1
            b300-269gb | 1g.34gb 7, 1g.34gb.me 1, 1g.67gb 4, 2g.67gb 3, 3g.135gb 2, 4g.135gb 1, 7g.269gb 1
            rtx-pro-6000-96gb | 1g.24gb 4, 1g.24gb.me 1, 1g.24gb.gfx 4, 1g.24gb.me.all 1, 1g.24gb-me 4, 2g.48gb 2, \
            2g.48gb.gfx 2, 2g.48gb.me.all 1, 2g.48gb-me 2, 4g.96gb 1, 4g.96gb.gfx 1""")
    void thereIsAStandardConfigurationForEverySize(String id, String sizes) {
        var configs = DefaultMigConfigs.forProduct(product(id));
        var single = configs.entrySet().stream()
                .filter(config -> !List.of(DefaultMigConfigs.ALL_DISABLED, DefaultMigConfigs.ALL_ENABLED,
                        DefaultMigConfigs.ALL_BALANCED).contains(config.getKey()))
                .map(config -> config.getKey().replaceFirst("^all-", "") + " "
                        + config.getValue().entries().getFirst().instances().instanceCount());
        assertThat(String.join(", ", single.toList())).isEqualTo(sizes);
    }

    @Test
    void everyStandardConfigurationOfEveryProductCanBeApplied() {
        for (var product : Cuts.PRODUCTS.allProducts()) {
            if (product.hasKnownPlacements()) {
                for (var config : DefaultMigConfigs.forProduct(product).values()) {
                    assertThat(config.intentFor(gpus(2, product)).problems()).as("%s %s", product.id(), config.name())
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void migIsOffOrOnWithoutInstances() {
        var configs = DefaultMigConfigs.forProduct(H100);
        assertThat(named(configs, DefaultMigConfigs.ALL_DISABLED).intentFor(gpus(1, H100)).gpus()).containsEntry(0,
                new MigConfigGpuEffect.MigDisabledGpu());
        assertThat(named(configs, DefaultMigConfigs.ALL_ENABLED).intentFor(gpus(1, H100)).gpus()).containsEntry(0,
                new MigConfigGpuEffect.PartitionedGpu(MigLayout.empty(H100)));
        assertThat(DefaultMigConfigs.forProduct(product("rtx-pro-5000-48gb")))
                .doesNotContainKey(DefaultMigConfigs.ALL_BALANCED).containsKey("all-1g.24gb.me.all");
    }
}
