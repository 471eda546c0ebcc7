package tessera.sharing;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.sharing.DevicePluginConfigProblem.ConfigProblemEffect;

import static org.assertj.core.api.Assertions.assertThat;

/** Who writes a configuration of the device plugin is told what the plugin makes of it, before it does. */
class DevicePluginConfigDocumentTest {

    private static final String WHOLE = """
            version: v1
            flags:
              migStrategy: mixed
              failOnInitError: true
              plugin:
                deviceListStrategy: [envvar, cdi-cri]
                deviceIDStrategy: uuid
                sharedDevicesAllocationPolicy: packed
              gfd:
                oneshot: false
                sleepInterval: 60s
            sharing:
              timeSlicing:
                renameByDefault: true
                failRequestsGreaterThanOne: true
                resources:
                - name: nvidia.com/gpu
                  replicas: 4
                - name: nvidia.com/mig-1g.10gb
                  replicas: 2
            imex:
              channelIDs: [0]
              required: false
            """;

    /** Of what comes behind {@code nvidia.com/}. */
    private static final int LONGEST = 63 - "nvidia.com/".length();

    private static DevicePluginConfigDocument sharing(String block) {
        return DevicePluginConfigDocument.parse("version: v1\nsharing:\n  timeSlicing:\n" + block.indent(4));
    }

    private static DevicePluginConfigProblem onlyFlaw(DevicePluginConfigDocument document) {
        assertThat(document.problems()).as(document.text()).hasSize(1);
        return document.problems().getFirst();
    }

    @Test
    void aConfigurationThatUsesTheWholeSchemaHasNothingWrongAndIsWrittenBackAsItWasMeant() {
        var document = DevicePluginConfigDocument.parse(WHOLE);

        assertThat(document.problems()).isEmpty();
        var config = document.config().orElseThrow();
        assertThat(config.shares()).isEqualTo(new DeviceShareCounts(GpuSharingStrategy.TIME_SLICING, true, true,
                new TreeMap<>(Map.of("nvidia.com/gpu", 4, "nvidia.com/mig-1g.10gb", 2))));
        assertThat(config.migStrategy()).contains("mixed");
        assertThat(config.settings()).containsEntry("flags.plugin.deviceListStrategy", List.of("envvar", "cdi-cri"));
        assertThat(DevicePluginConfigDocument.parse(config.yaml()).config()).contains(config);
    }

    @Test
    void whatTheWizardMakesIsWhatAnOperatorWouldHaveWritten() {
        assertThat(DevicePluginConfig
                .sharingOnly(DeviceShareCounts.ofGpus(GpuSharingStrategy.TIME_SLICING, 4, false, true)).yaml())
                .isEqualTo("""
                        version: v1
                        sharing:
                          timeSlicing:
                            failRequestsGreaterThanOne: true
                            resources:
                            - name: nvidia.com/gpu
                              replicas: 4
                        """);
        assertThat(DevicePluginConfig.sharingOnly(DeviceShareCounts.NONE).yaml()).isEqualTo("version: v1\n");
        assertThat(DevicePluginConfig.sharingOnly(DeviceShareCounts.ofGpus(GpuSharingStrategy.MPS, 10, false, false))
                .yaml()).contains("  mps:\n").doesNotContain("failRequests");
    }

    @Test
    void jsonIsReadLikeYaml() {
        assertThat(DevicePluginConfigDocument.parse("""
                {"version": "v1", "sharing": {"mps": {"resources": [{"name": "gpu", "replicas": 10}]}}}""").shares())
                .isEqualTo(DeviceShareCounts.ofGpus(GpuSharingStrategy.MPS, 10, false, true));
    }

    @Test
    void aKeyThatStandsInTheWrongPlaceIsToldWithThePlaceThatWasMeant() {
        var configProblem = onlyFlaw(sharing("""
                resources:
                - name: nvidia.com/gpu
                  renameByDefault: true
                  replicas: 4
                """));

        assertThat(configProblem.weight()).isEqualTo(ConfigProblemEffect.PASSED_OVER);
        assertThat(configProblem.path()).isEqualTo("sharing.timeSlicing.resources[0].renameByDefault");
        assertThat(configProblem.line()).isEqualTo(6);
        assertThat(configProblem.hint())
                .isEqualTo("renameByDefault belongs one level up, next to resources, in sharing.timeSlicing.");
        var outside = onlyFlaw(DevicePluginConfigDocument.parse("version: v1\ntimeSlicing: {resources: []}\n"));
        assertThat(outside.hint()).isEqualTo("timeSlicing belongs in sharing.");
        assertThat(onlyFlaw(
                DevicePluginConfigDocument.parse("version: v1\nflags: {sharedDevicesAllocationPolicy: packed}\n"))
                .hint()).isEqualTo("sharedDevicesAllocationPolicy belongs in flags.plugin.");
    }

    @Test
    void aKeyThatIsMisspeltIsToldWithItsSpelling() {
        assertThat(onlyFlaw(DevicePluginConfigDocument.parse("version: v1\nsharing: {time-slicing: {}}\n")).hint())
                .isEqualTo("The correct spelling is timeSlicing.");
        assertThat(onlyFlaw(DevicePluginConfigDocument.parse("version: v1\nflags: {migStratgy: mixed}\n")).hint())
                .isEqualTo("The correct spelling is migStrategy.");
        assertThat(onlyFlaw(DevicePluginConfigDocument.parse("version: v1\nsharing: {quota: 3}\n")).hint())
                .isEqualTo("Valid keys here are timeSlicing, mps.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "-4", "2.5", "\"4\"", "many"})
    void replicasThatAreNoWholeNumberFromTwoOnHaveTheWholeConfigurationRejected(String replicas) {
        var document = sharing("resources:\n- name: nvidia.com/gpu\n  replicas: " + replicas + "\n");

        assertThat(document.isRejected()).isTrue();
        assertThat(document.problems().getFirst().path()).isEqualTo("sharing.timeSlicing.resources[0].replicas");
        assertThat(document.problems().getFirst().line()).isEqualTo(6);
        assertThat(document.problems()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"version: v2|value “v2”",
        "version: v1~sharing: {timeSlicing: {}}|has no resources",
        "version: v1~sharing: {timeSlicing: {resources: []}}|has no resources",
        "version: v1~flags: {migStrategy: some}|value “some”",
        "version: v1~flags: {failOnInitError: 'true'}|value “true”",
        "version: v1~sharing: {timeSlicing: {resources: [{replicas: 4}]}}|has no name",
        "version: v1~sharing: {timeSlicing: {resources: [{name: amd.com/gpu, replicas: 4}]}}|name “amd.com/gpu”",
        "version: v1~sharing: {mps: {resources: [{name: gpu, replicas: 49}]}}|(49)",
        "version: v1~sharing: {mps: {resources: [{name: mig-1g.5gb, replicas: 4}]}}|refers to MIG instances",
        "version: v1~imex: {channelIDs: 0}|value “0”", "version: v1~imex: {channelIDs: [1]}|value “[1]”",
        "version: v1~imex: {channelIDs: [0, 0]}|value “[0,0]”", "version: v1~imex: {channelIDs: ['0']}|value “[\"0\"]”",
        "version: v1~flags: {plugin: {deviceListStrategy: [envvar, cdi]}}|value “cdi”",
        "version: v1~flags: {plugin: {deviceIDStrategy: name}}|value “name”",
        "version: v1~flags: {plugin: {sharedDevicesAllocationPolicy: even}}|value “even”",
        "version: v1~flags: {gfd: {sleepInterval: soon}}|value “soon”",
        "version: v1~sharing: {timeSlicing: {renameByDefault: 'yes', resources: [{name: gpu, replicas: 2}]}}|value “yes”",
        "version: v1~sharing: {mps: {resources: []}}|has no resources",
        "version: v1~sharing: {timeSlicing: {resources: [{name: gpu, replicas: 4}, {name: gpu2, replicas: 1}]}}|value “1”",
        "version: v1~sharing: {timeSlicing: {resources: [{name: %s, replicas: 4}]}}|63 characters",
        "version: v1~flags: [a]|value “[\"a\"]”", "just words|not a device plugin configuration",
        "version: [|not valid YAML"})
    void whatThePluginWouldRejectIsRejected(String text, String words) {
        var document = DevicePluginConfigDocument.parse(text.replace("~", "\n").replace("%s", "a".repeat(LONGEST + 1)));

        assertThat(document.isRejected()).isTrue();
        assertThat(document.problems()).anySatisfy(configProblem -> {
            assertThat(configProblem.weight()).isEqualTo(ConfigProblemEffect.REJECTED);
            assertThat(configProblem.problemText()).contains(words);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"resources: {gpus: []}|PASSED_OVER",
        "sharing: {timeSlicing: {resources: [{name: gpu, replicas: 4, rename: a}]}}|PASSED_OVER",
        "sharing: {timeSlicing: {resources: [{name: gpu, replicas: 4, devices: [0]}]}}|PASSED_OVER",
        "sharing: {timeSlicing: {resources: [{name: nvidia.com/dongle, replicas: 4}]}}|PASSED_OVER",
        "sharing: {timeSlicing: {resources: [{name: nvidia.com/gpu.shared, replicas: 4}]}}|PASSED_OVER",
        "sharing: {mps: {failRequestsGreaterThanOne: false, resources: [{name: gpu, replicas: 4}]}}|PASSED_OVER",
        "sharing: {timeSlicing: {resources: [{name: gpu, replicas: 2}, {name: gpu, replicas: 4}]}}|DOUBTFUL"})
    void whatCountsForNothingIsToldAndTheRestIsTaken(String line, ConfigProblemEffect weight) {
        var document = DevicePluginConfigDocument.parse("version: v1\n" + line + "\n");

        assertThat(onlyFlaw(document).weight()).isEqualTo(weight);
        assertThat(document.isRejected()).isFalse();
    }

    @Test
    void theLongestNameThereIsAndNoChannelAtAllAreTaken() {
        assertThat(sharing("resources:\n- {name: %s, replicas: 2}\n".formatted("a".repeat(LONGEST))).isRejected())
                .isFalse();
        assertThat(DevicePluginConfigDocument.parse("version: v1\nimex: {channelIDs: [], required: true}\n").problems())
                .isEmpty();
    }

    static Stream<Arguments> everyKeyInEveryOtherPlace() {
        var keys = DevicePluginConfigSchema.bundled().keys();
        var places = Stream
                .concat(Stream.of(""), keys.stream()
                        .filter(key -> key.type() == DevicePluginConfigSchema.KeyType.MAP
                                || key.type() == DevicePluginConfigSchema.KeyType.MAPS)
                        .map(key -> key.path() + (key.type() == DevicePluginConfigSchema.KeyType.MAPS ? "[]" : "")))
                .toList();
        var known = keys.stream().map(DevicePluginConfigSchema.DevicePluginConfigKey::path).collect(Collectors.toSet());
        return places.stream()
                .flatMap(place -> keys.stream().map(DevicePluginConfigSchema.DevicePluginConfigKey::name).distinct()
                        .filter(name -> !known.contains(place.isEmpty() ? name : place + "." + name))
                        .map(name -> Arguments.of(place, name)));
    }

    @ParameterizedTest
    @MethodSource("everyKeyInEveryOtherPlace")
    void everyKeyIsToldWhereItDoesNotBelong(String place, String name) {
        var text = "%s: 1".formatted(name);
        for (var each : List.of(place.split("\\.")).reversed()) {
            text = each.isEmpty() ? text
                    : each.endsWith("[]") ? each.substring(0, each.length() - 2) + ": [{" + text + "}]"
                            : each + ": {" + text + "}";
        }
        var path = (place.isEmpty() ? "" : place.replace("[]", "[0]") + ".") + name;

        assertThat(DevicePluginConfigDocument.parse("version: v1\n" + text + "\n").problems())
                .filteredOn(configProblem -> configProblem.path().equals(path)).singleElement()
                .satisfies(configProblem -> {
                    assertThat(configProblem.weight()).isEqualTo(ConfigProblemEffect.PASSED_OVER);
                    assertThat(configProblem.line()).isEqualTo(2);
                    assertThat(configProblem.hint()).containsAnyOf("belongs", "The correct spelling is",
                            "Valid keys here are ");
                });
    }

    @Test
    void mpsWinsOverTimeSlicingAndThatIsTold() {
        var document = DevicePluginConfigDocument.parse("""
                version: v1
                sharing:
                  timeSlicing: {resources: [{name: nvidia.com/gpu, replicas: 4}]}
                  mps: {resources: [{name: nvidia.com/gpu, replicas: 10}]}
                """);

        assertThat(document.shares().strategy()).isEqualTo(GpuSharingStrategy.MPS);
        assertThat(onlyFlaw(document).path()).isEqualTo("sharing.timeSlicing");
    }

    @Test
    void aKeyThatIsWrittenTwiceAndAVersionThatIsMissingAreTold() {
        assertThat(onlyFlaw(DevicePluginConfigDocument.parse("version: v1\nflags: {}\nflags: {}\n")).text())
                .isEqualTo("flags is set twice");
        assertThat(onlyFlaw(DevicePluginConfigDocument.parse("")).flaw())
                .isEqualTo(new PluginConfigProblem.MissingConfigVersion());
        assertThat(DevicePluginConfigDocument.parse("").shares()).isEqualTo(DeviceShareCounts.NONE);
    }
}
