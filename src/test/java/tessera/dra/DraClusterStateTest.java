package tessera.dra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Claims get devices that their class and their selectors take, each device once, on one node. */
class DraClusterStateTest {

    private final DraClusterState devices = new DraClusterState();

    private static JsonNode yaml(String text) {
        try {
            return new YAMLMapper().readTree(text);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static String device(String name, String memory, String parent) {
        return "{name: %s, attributes: {type: {string: gpu}, parentUUID: {string: %s}, driverVersion: {version: 580.95.5}}, capacity: {memory: {value: %s}}}"
                .formatted(name, parent, memory);
    }

    @BeforeEach
    void publish() {
        devices.putClass(
                yaml("""
                        {metadata: {name: gpu.nvidia.com}, spec: {selectors: [{cel:
                          {expression: "device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'gpu'"}}]}}"""));
        slice("n1", 1, device("a", "80Gi", "x"), device("b", "80Gi", "y"));
        slice("n2", 1, device("c", "24Gi", "z"), device("d", "24Gi", "z"));
    }

    private void slice(String node, int count, String... content) {
        devices.putSlice(yaml("""
                {metadata: {name: %s}, spec: {driver: gpu.nvidia.com, nodeName: %s,
                  pool: {name: %s, generation: 1, resourceSliceCount: %d}, devices: [%s]}}""".formatted(node, node,
                node, count, String.join(", ", content))));
    }

    private void claim(String name, String requests, String more) {
        devices.putClaim(yaml("{metadata: {namespace: ml, name: %s}, spec: {devices: {requests: [%s]%s}}}"
                .formatted(name, requests, more)));
    }

    private static String exactly(String said) {
        return "{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, " + said + "}}";
    }

    private List<String> got(String node, String... claims) {
        return devices.allocate("ml", List.of(claims), node)
                .map(results -> results.stream().map(ClaimDeviceAllocation::device).toList())
                .orElse(List.of("refused"));
    }

    @Test
    void twoClaimsOfAPodGetDifferentDevicesAndWhatIsHeldIsNotGivenAgain() {
        claim("one", exactly("count: 1"), "");
        claim("two", exactly("count: 1"), "");
        assertThat(got("n1", "one", "two")).containsExactly("a", "b");
        assertThat(devices.countAllocations("ml", List.of("one"), "n1")).isEqualTo(2);

        devices.putClaim(
                yaml("""
                        {metadata: {namespace: other, name: held}, spec: {devices: {}}, status: {allocation: {devices: {results: [
                          {driver: gpu.nvidia.com, pool: n1, device: a}, {driver: gpu.nvidia.com, pool: n1, device: b, adminAccess: true}]}}}}"""));
        assertThat(got("n1", "one")).containsExactly("b");
        assertThat(devices.filterFailure("ml", List.of("one", "two"), "n1")).contains("cannot allocate all claims");
        assertThat(devices.couldFit("ml", List.of("one", "two"), "n1")).isTrue();
        devices.removeClaim("other", "held");
        assertThat(got("n1", "one", "two")).containsExactly("a", "b");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', value = {
        "device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('40Gi')) >= 0 | a",
        "device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('81Gi')) >= 0 | refused",
        "device.attributes['gpu.nvidia.com'].parentUUID == 'y'                     | b",
        "device.attributes['gpu.nvidia.com'].parentUUID != 'x' && device.driver == 'gpu.nvidia.com' | b",
        "device.attributes['gpu.nvidia.com'].driverVersion.compareTo(semver('580.0.0')) >= 0 | a",
        "device.attributes['gpu.nvidia.com'].driverVersion.compareTo(semver('581.0.0')) >= 0 | refused",
        "device.attributes['gpu.nvidia.com'].parentUUID in ['y', 'z']              | b",
        "!(device.attributes['gpu.nvidia.com'].parentUUID == 'x')                  | b",
        "device.attributes['gpu.nvidia.com'].parentUUID == 'y' || device.attributes['gpu.nvidia.com'].type == 'mig' | b",
        "device.attributes['gpu.nvidia.com'].type.startsWith('gp') && (device.attributes['gpu.nvidia.com'].parentUUID.matches('[yz]')) | b",
        "device.capacity['gpu.nvidia.com'].memory.isGreaterThan(quantity('79Gi')) && !has(device.attributes['other.example'].rank) | a",
        "device.capacity['gpu.nvidia.com'].memory.isLessThan(quantity('80Gi'))     | refused",
        "device.attributes['gpu.nvidia.com'].driverVersion.isGreaterThan(semver('580.95.4')) | a",
        "device.attributes['gpu.nvidia.com'].driverVersion.major() == 580          | a",
        "'other.example' in device.attributes                                      | refused",
        "device.attributes['other.example'].rank == 1 || device.driver.contains('nvidia') | a",
        "device.attributes['gpu.nvidia.com'].parentUUID.matches('^(?:a|[x-z]{1,2})$') | a",
        "device.attributes['gpu.nvidia.com'].parentUUID.matches('^X.?$')           | refused",
        "'\\\\n' + device.driver == '\\\\n' + 'gpu.nvidia.com' && !'x\\\\n'.matches('^x$')    | a",
        "semver('1.0.0-rc.10').isGreaterThan(semver('1.0.0-rc.9'))                 | a",
        "semver('1.0.0-rc').isLessThan(semver('1.0.0')) && semver('1.0.0-1').isLessThan(semver('1.0.0-a')) | a",
        "isSemver('v1.0.0') || isSemver('1.2') || isSemver('1.02.0') || isSemver('1.0.0-01') | refused",
        "device.attributes['gpu.nvidia.com'].driverVersion.isGreaterThan(semver('v580.0.0')) | refused",
        "quantity('1500m').asInteger() == 1 || quantity('1500m').isInteger()       | refused",
        "['nobody', 'type'].exists(k, device.attributes['gpu.nvidia.com'][k] == 'gpu') | a",
        "!['nobody', 'type'].all(k, device.attributes['gpu.nvidia.com'][k] == 'mig')  | a",
        "['nobody', 'type'].all(k, device.attributes['gpu.nvidia.com'][k] == 'gpu')   | refused",
        "!['nobody', 'type'].exists(k, device.attributes['gpu.nvidia.com'][k] == 'mig') | refused",
        "['nobody', 'type'].exists_one(k, device.attributes['gpu.nvidia.com'][k] == 'gpu') | refused",
        "device.attributes['gpu.nvidia.com'].nobody == 'x'                         | refused",
        "device.attributes['gpu.nvidia.com'].?rank.orValue(0) == 0                 | a",
        "device.attributes[?'other.example'].?rank.hasValue()                      | refused",
        "cel.bind(own, device.attributes['gpu.nvidia.com'], own.type == 'gpu')     | a",
        "device.attributes['gpu.nvidia.com'].parentUUID > 3                        | refused",
        "device.driver.matches('(?i)GPU') && !device.driver.matches('(g+)+x')      | a",
        "device.driver.find('[a-f]+') == 'd' && device.driver.findAll('[pi]') == ['p', 'i', 'i'] | a",
        "device.driver.findAll('i', 1).size() == 1 && device.driver.split('.')[1] == 'nvidia' | a",
        "semver('v01.0', true).compareTo(semver('1.0.0')) == 0 && isSemver('v1', true) | a",
        "quantity('1Ki').add(quantity('1k')).sub(24) == quantity('2000') && sign(quantity('-1')) == -1 | a",
        "[1, 2, 2].isSorted() && [3, 1].max() == 3 && [3.5, 1.0].min() == 1.0 && [1, 2].sum() == 3 | a",
        "[1, 2, 1].indexOf(1) == 0 && [1, 2, 1].lastIndexOf(1) == 2 && [1, 2].includes(2) && 'a'.includes('a') | a",
        "{'a': 1}.exists(k, k == 'a') && dyn(2.0) in [1, 2] && 0x1F == 31           | a",
        "device.attributes.exists(domain, domain == 'gpu.nvidia.com') && device.attributes['gpu.nvidia.com'].size() > 2 | a",
        "int('1e600000000') + 1 > 0                                                | refused"})
    void selectorsTakeWhatTheySay(String expression, String expected) {
        claim("one", exactly("selectors: [{cel: {expression: \"%s\"}}]".formatted(expression)), "");
        assertThat(got("n1", "one")).containsExactly(expected);
    }

    @Test
    void whatAsksADeviceForWhatItLacksIsToldAsASchedulerTellsItUnlessEnoughWereFoundBefore() {
        claim("one", exactly("selectors: [{cel: {expression: \"device.driver == 'gpu.nvidia.com'\"}}, "
                + "{cel: {expression: \"device.attributes['gpu.nvidia.com'].nobody == 'x'\"}}]"), "");
        assertThat(DeviceSelectorFailure.findFirst(List.of("n1"), devices, "ml", List.of("one")))
                .hasValueSatisfying(misread -> assertThat(misread.message())
                        .isEqualTo("claim ml/one: selector #1: CEL runtime error: no such key: nobody"));
        assertThat(DeviceSelectorFailure.findFirst(List.of("nowhere"), devices, "ml", List.of("one"))).isEmpty();
        claim("two", exactly("selectors: [{cel: {expression: \"has(device.attributes['gpu.nvidia.com'].nobody)\"}}]"),
                "");
        assertThat(DeviceSelectorFailure.findFirst(List.of("n1"), devices, "ml", List.of("two"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"device.nothing.rank(", "isIP(device.driver)", "url(device.driver).getHost() == 'a'",
        "device.driver == 1", "quantity('1').mul(2) == quantity('2')", "'%s'.format([1]) == '1'",
        "device.nothing == 1 || device.driver.findAll('x').size() > 0",
        "device.driver.findAll('x').size() > 0 || device.nothing == 1",
        "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((true"})
    void whatAnExpressionAsksThatIsNotKnownHereIsTold(String expression) {
        claim("one", exactly("selectors: [{cel: {expression: \"%s\"}}]".formatted(expression)), "");
        assertThat(devices.undeterminedSelector("ml", List.of("one"))).contains(expression);
        claim("two", exactly("count: 1"), "");
        assertThat(devices.undeterminedSelector("ml", List.of("two"))).isEmpty();
    }

    @Test
    void expressionsAsLongAsTheServerTakesThemAreToldWhereTheyAreTooMuchAndNothingBreaks() {
        for (var expression : List.of("1 + ".repeat(2_500) + "1 > 0", "true ? true : ".repeat(700) + "true",
                "device" + ".a".repeat(5_000))) {
            claim("one", exactly("selectors: [{cel: {expression: \"%s\"}}]".formatted(expression)), "");
            assertThat(devices.undeterminedSelector("ml", List.of("one"))).contains(expression);
        }
        claim("one",
                exactly("selectors: [{cel: {expression: \"device.driver == '%s'\"}}]".formatted("a".repeat(10_000))),
                "");
        assertThat(devices.undeterminedSelector("ml", List.of("one"))).isEmpty();
        for (var expression : List.of("true && ".repeat(1_200) + "true", "false || ".repeat(1_100) + "true",
                "!'" + "a".repeat(900) + "'.matches('a*a*a*a*a*b')")) {
            claim("one", exactly("selectors: [{cel: {expression: \"%s\"}}]".formatted(expression)), "");
            assertThat(got("n1", "one")).containsExactly("a");
        }
    }

    @Test
    @Timeout(60)
    void expressionsThatWouldTakeYearsOrAllTheMemoryAreToldAsNotKnown() {
        var ten = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";
        var deep = "[0]" + ".map(a, [a, a])".repeat(24);
        for (var expression : List.of(
                IntStream.range(0, 12).mapToObj(i -> ten + ".all(v" + i + ", ").collect(Collectors.joining()) + "true"
                        + ")".repeat(12),
                "size([[1, 1]]" + ".map(a, a + a)".repeat(40) + ") > 0",
                "size(['ab']" + ".map(a, a + a)".repeat(40) + ") > 0", deep + " == " + deep,
                deep + " in [" + deep + "]")) {
            claim("one", exactly("selectors: [{cel: {expression: \"%s\"}}]".formatted(expression)), "");
            assertThat(devices.undeterminedSelector("ml", List.of("one"))).contains(expression);
        }
    }

    @Test
    void alternativesAreTakenInTheirOrderAndConstraintsHoldDevicesTogether() {
        claim("either", """
                {name: gpu, firstAvailable: [{name: many, deviceClassName: gpu.nvidia.com, count: 3},
                  {name: one, deviceClassName: gpu.nvidia.com, count: 1}]}""", "");
        assertThat(devices.allocate("ml", List.of("either"), "n1").orElseThrow())
                .extracting(ClaimDeviceAllocation::request).containsExactly("gpu/one");
        claim("same", exactly("count: 2"), ", constraints: [{matchAttribute: gpu.nvidia.com/parentUUID}]");
        assertThat(got("n1", "same")).containsExactly("refused");
        assertThat(got("n2", "same")).containsExactly("c", "d");
        claim("all", exactly("allocationMode: All"), "");
        assertThat(got("n2", "all")).containsExactly("c", "d");
    }

    @Test
    void aPoolThatIsNotWholeAClassThatIsNotThereAndAnotherNodeAreRefused() {
        claim("one", exactly("count: 1"), "");
        assertThat(got("n1", "one")).containsExactly("a");
        slice("n1", 2, device("a", "80Gi", "x"));
        assertThat(got("n1", "one")).containsExactly("refused");
        devices.removeSlice("n2");
        assertThat(got("n2", "one")).containsExactly("refused");
        claim("odd", "{name: gpu, exactly: {deviceClassName: nope}}", "");
        assertThat(devices.preFilterFailure("ml", List.of("odd")))
                .contains("request gpu: device class nope does not exist");
        assertThat(devices.awaitsClaims("ml", List.of("one", ""))).isTrue();
        devices.putClaim(
                yaml("""
                        {metadata: {namespace: ml, name: one}, spec: {devices: {}}, status: {allocation: {devices: {results: []},
                          nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n2]}]}]}}}}"""));
        assertThat(devices.filterFailure("ml", List.of("one"), "n1"))
                .contains("resourceclaim not available on the node");
        assertThat(devices.filterFailure("ml", List.of("one"), "n2")).isEmpty();
    }
}
