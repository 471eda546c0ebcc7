package tessera.lint;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.AcceleratorCatalog;

import static org.assertj.core.api.Assertions.assertThat;

/** What the server refuses of claims and of rules about devices is told before it is sent. */
class ClaimManifestsTest {

    private static final ManifestLinter LINTER = new ManifestLinter(AcceleratorCatalog.standard());

    private static List<String> reasons(String text) {
        return LINTER.check(text, Optional.empty()).stream()
                .map(finding -> finding.rule().id() + ": " + finding.reasonText()).toList();
    }

    private static String claim(String request, String more) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec:
                  devices:
                    requests: [{name: gpu, %s}]
                %s
                """.formatted(request, more.isEmpty() ? "" : more.indent(4));
    }

    private static final String ONE = "exactly: {deviceClassName: gpu.nvidia.com}";

    @Test
    void constraintsNameRequestsAndAttributesOfADomain() {
        assertThat(reasons(claim(ONE, "constraints: [{requests: [gpus], matchAttribute: pcieRoot}]")))
                .contains("claim-reference: The ResourceClaim has no request “gpus”")
                .anyMatch(reason -> reason.startsWith("value-refused: “pcieRoot” has no domain"));
        assertThat(reasons(claim("firstAvailable: [{name: a, deviceClassName: gpu.nvidia.com}]",
                "constraints: [{requests: [gpu/a], matchAttribute: resource.kubernetes.io/pcieRoot}]"))).isEmpty();
    }

    @Test
    void whoWantsAllNamesNoNumber() {
        assertThat(reasons(claim("exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All, count: 2}", "")))
                .containsExactly("value-refused: count is not allowed with allocationMode: All");
        assertThat(
                reasons(claim("exactly: {deviceClassName: gpu.nvidia.com, allocationMode: ExactCount, count: 2}", "")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", value = {
        "v1beta2 | {driver: gpu.nvidia.com, deviceClassName: gpu} | NoSchedule | field-unknown",
        "v1 | {driver: gpu.nvidia.com} | NoSchedul | value-refused"})
    void aTaintRuleSelectsWhatItsVersionKnows(String version, String selector, String effect, String rule) {
        var text = """
                apiVersion: resource.k8s.io/%s
                kind: DeviceTaintRule
                metadata: {name: t}
                spec: {deviceSelector: %s, taint: {key: example.com/repair, effect: %s}}
                """;
        assertThat(reasons(text.formatted(version, selector, effect))).singleElement().asString().startsWith(rule);
        assertThat(reasons(text.formatted("v1", "{driver: gpu.nvidia.com, pool: n1}", "None"))).isEmpty();
    }
}
