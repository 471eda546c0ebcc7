package tessera.quota.disruption;

import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A budget says how many may be evicted now, and why that cannot be counted. */
class DisruptionBudgetTest {

    private static DisruptionBudget kept(String spec, String status) throws Exception {
        return DisruptionBudget.of(new JsonMapper().readTree("""
                {"metadata": {"namespace": "ml", "name": "guard"},
                 "spec": {%s, "selector": {"matchLabels": {"app": "llm"}}}, "status": {%s}}""".formatted(spec,
                status)));
    }

    @Test
    void whatTheServerCannotCountIsToldInItsWordsAndHoldsUpEvictions() throws Exception {
        var failed = kept("\"maxUnavailable\": 1",
                """
                        "disruptionsAllowed": 0, "expectedPods": 0, "conditions": [{"type": "DisruptionAllowed", "status": "False",
                         "reason": "SyncFailed", "message": "jobs.batch does not implement the scale subresource"}]""");
        assertThat(failed.budgetText())
                .isEqualTo("At most 1 of app=llm unavailable. No pod can be evicted, because matching pods cannot be "
                        + "counted: jobs.batch does not implement the scale subresource.");
        assertThat(failed.blocksEvictions()).isTrue();
    }

    @Test
    void podsThatAreNotCountedAreNotSaidNotToBeThere() throws Exception {
        assertThat(kept("\"maxUnavailable\": 1", "\"expectedPods\": 0").budgetText())
                .endsWith("No matching pod is currently counted.");
        assertThat(kept("\"minAvailable\": 1", "\"expectedPods\": 0").budgetText())
                .endsWith("No pod currently matches.");
        assertThat(kept("\"minAvailable\": 1", "\"expectedPods\": 2, \"disruptionsAllowed\": 1").budgetText())
                .endsWith("1 can currently be evicted.");
    }
}
