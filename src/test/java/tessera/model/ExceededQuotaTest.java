package tessera.model;

import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** From what a server says of a quota it is known how much would be enough. */
class ExceededQuotaTest {

    private static Map<String, String> enough(String sentence) {
        return ExceededQuota.in(sentence).orElseThrow().enough();
    }

    @Test
    void onlyWhatWasExceededIsProposed() {
        assertThat(enough("pods \"x\" is forbidden: exceeded quota: team, requested: pods=1,requests.nvidia.com/gpu=2, "
                + "used: pods=3,requests.nvidia.com/gpu=3, limited: pods=10,requests.nvidia.com/gpu=4"))
                .isEqualTo(Map.of("requests.nvidia.com/gpu", "5"));
    }

    @Test
    void amountsWithUnitsAreForPeopleToAddUp() {
        assertThat(enough("exceeded quota: team, requested: requests.memory=8Gi, used: requests.memory=60Gi, "
                + "limited: requests.memory=64Gi")).isEmpty();
    }

    @Test
    void aQuotaIsKnownByItsNameThoughNothingElseIsSaid() {
        assertThat(ExceededQuota.in("exceeded quota: a.b-c,")).hasValue(new ExceededQuota("a.b-c", Map.of(), Map.of()));
        assertThat(ExceededQuota.in("maximum nvidia.com/gpu usage per Pod is 1")).isEmpty();
    }
}
