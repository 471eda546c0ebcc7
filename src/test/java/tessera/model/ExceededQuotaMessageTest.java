package tessera.model;

import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** From what a server says of a quota it is known how much would be enough. */
class ExceededQuotaMessageTest {

    private static Map<String, String> enough(String sentence, long pods) {
        return ExceededQuotaMessage.parse(sentence).orElseThrow().requiredFor(pods).amounts();
    }

    @Test
    void whatThereIsTooLittleOfIsToldInWords() {
        assertThat(ExceededQuotaMessage
                .parse("exceeded quota: team, requested: pods=1,requests.nvidia.com/gpu=2, "
                        + "used: pods=3,requests.nvidia.com/gpu=18, limited: pods=9,requests.nvidia.com/gpu=18")
                .orElseThrow().shortageText()).as("only what was exceeded")
                .isEqualTo("18 of 18 nvidia.com/gpu used, 2 requested");
        assertThat(ExceededQuotaMessage.parse("exceeded quota: team").orElseThrow().shortageText()).isEmpty();
    }

    @Test
    void onlyWhatWasExceededIsProposed() {
        assertThat(enough("pods \"x\" is forbidden: exceeded quota: team, requested: pods=1,requests.nvidia.com/gpu=2, "
                + "used: pods=3,requests.nvidia.com/gpu=3, limited: pods=10,requests.nvidia.com/gpu=4", 1))
                .isEqualTo(Map.of("requests.nvidia.com/gpu", "5"));
    }

    @Test
    void whatIsProposedIsEnoughForAllThatAreLacking() {
        assertThat(enough("pods \"x\" is forbidden: exceeded quota: team, requested: pods=1,requests.nvidia.com/gpu=2, "
                + "used: pods=3,requests.nvidia.com/gpu=3, limited: pods=4,requests.nvidia.com/gpu=4", 3))
                .isEqualTo(Map.of("requests.nvidia.com/gpu", "9", "pods", "6"));
    }

    @Test
    void amountsWithUnitsAreAddedUp() {
        assertThat(enough("exceeded quota: team, requested: limits.cpu=500m,requests.memory=8Gi, "
                + "used: limits.cpu=2,requests.memory=60Gi, limited: limits.cpu=2,requests.memory=64Gi", 1))
                .isEqualTo(Map.of("limits.cpu", "2500m", "requests.memory", "68Gi"));
        assertThat(enough("exceeded quota: team, requested: requests.memory=512Mi, used: requests.memory=64Gi, "
                + "limited: requests.memory=64Gi", 2)).isEqualTo(Map.of("requests.memory", "65Gi"));
        assertThat(enough("exceeded quota: team, requested: requests.memory=1500k, used: requests.memory=64Gi, "
                + "limited: requests.memory=64Gi", 1)).isEqualTo(Map.of("requests.memory", "68720976736"));
    }

    @Test
    void aQuotaIsKnownByItsNameThoughNothingElseIsSaid() {
        assertThat(ExceededQuotaMessage.parse("exceeded quota: a.b-c,"))
                .hasValue(new ExceededQuotaMessage("a.b-c", Map.of(), Map.of(), Map.of()));
        assertThat(ExceededQuotaMessage.parse("maximum nvidia.com/gpu usage per Pod is 1")).isEmpty();
    }
}
