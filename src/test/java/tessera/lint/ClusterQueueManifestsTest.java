package tessera.lint;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.AcceleratorCatalog;

import static org.assertj.core.api.Assertions.assertThat;

/** A ClusterQueue that Kueue refuses, or reads otherwise than it is meant, is found. */
class ClusterQueueManifestsTest {

    private static final ManifestLinter LINTER = new ManifestLinter(AcceleratorCatalog.standard());
    private static final String GPUS = "{coveredResources: [nvidia.com/gpu], "
            + "flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]}";

    private static String queue(String version, String more, String group) {
        return """
                apiVersion: kueue.x-k8s.io/%s
                kind: ClusterQueue
                metadata: {name: team}
                spec: {namespaceSelector: {}, %s resourceGroups: [%s]}
                """.formatted(version, more, group);
    }

    private static List<String> reasons(String text) {
        return LINTER.check(text, Optional.empty()).stream()
                .map(finding -> finding.rule().id() + ": " + finding.reasonText()).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", value = {
        "preemption: {reclaimWithinCohort: Always}, | value-refused: “Always” is not valid for preemption.reclaimWithinCohort. Valid: Never, LowerPriority and Any.",
        "stopPolicy: Stop, | value-refused: “Stop” is not valid for stopPolicy",
        "cohort: gpus, | field-unknown: v1beta2 renamed cohort to cohortName"})
    void whatTheServerDoesNotTakeIsTold(String more, String reason) {
        assertThat(reasons(queue("v1beta2", more, GPUS))).singleElement().asString().startsWith(reason);
        assertThat(reasons(queue("v1beta2", "cohortName: gpus, preemption: {reclaimWithinCohort: Any},", GPUS)))
                .isEmpty();
    }

    @Test
    void eachFlavorHasAQuotaOfEachCoveredResource() {
        assertThat(reasons(queue("v1beta2", "", GPUS.replace("[nvidia.com/gpu]", "[nvidia.com/gpu, cpu]"))))
                .singleElement().asString().contains(
                        "Flavor h100 has quotas of nvidia.com/gpu, but its resource group covers nvidia.com/gpu and cpu");
    }

    @Test
    void quotasStandInTheOrderOfTheCoveredResources() {
        var group = "{coveredResources: [cpu, %s], flavors: [{name: h100, resources: "
                + "[{name: cpu, nominalQuota: 8}, {name: memory, nominalQuota: 8}, {name: nvidia.com/gpu, nominalQuota: 8}]}]}";
        var turned = group.formatted("nvidia.com/gpu, memory");
        var reason = "value-refused: resources[1] of flavor h100 is memory, but coveredResources[1] is nvidia.com/gpu. "
                + "Both lists must have the same order.";
        assertThat(reasons(queue("v1beta2", "", turned))).containsExactly(reason);
        assertThat(reasons("""
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: Cohort
                metadata: {name: all}
                spec: {resourceGroups: [%s]}
                """.formatted(turned))).containsExactly(reason);
        assertThat(reasons(queue("v1beta2", "", group.formatted("memory, nvidia.com/gpu")))).isEmpty();
    }

    @Test
    void anOlderVersionHasACohort() {
        assertThat(reasons(queue("v1beta1", "cohort: gpus,", GPUS)))
                .noneMatch(reason -> reason.startsWith("field-unknown"));
    }
}
