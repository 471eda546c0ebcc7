package tessera.stack;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.model.StatusCondition;
import tessera.stack.ClusterPolicyStatusText.ClusterPolicyVerdict;

import static org.assertj.core.api.Assertions.assertThat;

/** What the operator calls ready is only called so here where something works. */
class PolicyStandingTest {

    private static ClusterPolicyStatusText standing(String state, String type, String reason, String message) {
        return ClusterPolicyStatusText.fromPolicy(new ClusterPolicySummary("cluster-policy", state,
                List.of(new StatusCondition(type, "True", reason, message, Instant.EPOCH)), "", List.of(),
                ClusterPolicySummary.HelmReleaseRef.NOBODY));
    }

    @ParameterizedTest
    @CsvSource({"ready,Ready,Reconciled,READY,ready", "ready,Ready,NoGPUNodes,IDLE,'ready, but finds no GPU node'",
        "ready,Ready,NFDLabelsMissing,IDLE,'ready, but finds no feature labels'",
        "notReady,Error,OperandNotReady,NOT_READY,not ready", "notReady,Error,ReconcileFailed,NOT_READY,not ready",
        "ignored,Ready,Reconciled,NOT_READY,ignored", "disabled,Ready,Reconciled,UNKNOWN,disabled"})
    void theConditionIsReadNotOnlyTheState(String state, String type, String reason, ClusterPolicyVerdict verdict,
            String headline) {
        var statusText = standing(state, type, reason, "message");
        assertThat(statusText.verdict()).isEqualTo(verdict);
        assertThat(statusText.headline()).isEqualTo(headline);
    }

    @Test
    void thePartsThatAreNotReadyHaveNames() {
        var statusText = standing("notReady", "Error", "OperandNotReady",
                "ClusterPolicy is not ready, states not ready: [state-driver state-container-toolkit state-new]");
        assertThat(statusText.notReadyParts()).containsExactly("Driver", "Toolkit", "state-new");
        assertThat(statusText.firstNotReadyText()).contains("Driver and 2 more");
        assertThat(statusText.text()).as("it stands in the output of that command").doesNotContain("tessera stack");
    }

    @Test
    void aPolicyThatNobodyLookedAtIsNotReady() {
        var newStatusText = ClusterPolicyStatusText.fromPolicy(new ClusterPolicySummary("cluster-policy", "", List.of(),
                "", List.of(), ClusterPolicySummary.HelmReleaseRef.NOBODY));
        assertThat(newStatusText.verdict()).isEqualTo(ClusterPolicyVerdict.UNKNOWN);
        assertThat(newStatusText.firstNotReadyText()).isEmpty();
    }
}
