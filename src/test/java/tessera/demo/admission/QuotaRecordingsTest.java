package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.Recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tessera.demo.patch.Recording.json;
import static tessera.demo.patch.Recording.recording;

/** What a namespace may use, as a real API server enforced it. */
class QuotaRecordingsTest {

    private static final String FOLDER = "05-quota-and-limitrange/";

    @Test
    void aPodIsChargedToItsQuotaBeforeItIsThere() throws SimulatedApiException {
        var recording = recording(FOLDER + "pod-within-quota");
        var world = new World().with(recording(FOLDER + "quota-status-initial").response());
        var written = new Requests(world).create(recording);
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
        assertThat(written.chargedQuotas()).singleElement().satisfies(quota -> assertThat(quota.path("status"))
                .isEqualTo(recording(FOLDER + "quota-status-used").response().path("status")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pod-exceeded", "pod-exceeded-dryrun"})
    void whatIsTooMuchIsRefusedWithTheNumbers(String name) {
        assertRefused(name, new World().with(recording(FOLDER + "quota-status-used").response()));
    }

    @Test
    void ofTwoQuotasTheFirstIsNamed() {
        assertRefused("pod-exceeded-two-quotas",
                new World().with(second()).with(recording(FOLDER + "quota-status-used").response()));
    }

    @Test
    void aMigDeviceIsCountedByItsOwnName() {
        assertRefused("pod-exceeded-mig", new World().with(second()));
    }

    @Test
    void aFractionOfADeviceIsLessThanOne() {
        assertRefused("quota-fraction-pod",
                new World().with("{'kind':'ResourceQuota','metadata':{'name':'frac',"
                        + "'namespace':'quota'},'status':{'hard':{'requests.nvidia.com/gpu':'500m'},"
                        + "'used':{'requests.nvidia.com/gpu':'0'}}}"));
    }

    @Test
    void aQuotaOnCpuWantsEveryContainerToSayWhatItNeeds() {
        assertRefused("pod-must-specify",
                new World().with("{'kind':'ResourceQuota','metadata':{'name':'cpu',"
                        + "'namespace':'quota'},'status':{'hard':{'requests.cpu':'4','limits.cpu':'8'},"
                        + "'used':{'requests.cpu':'0','limits.cpu':'0'}}}"));
    }

    @ParameterizedTest
    @CsvSource({"pod-without-gpu, quota-status-used", "quota-limits-gpu-pod, quota-limits-gpu-status",
        "quota-bare-gpu-pod, quota-bare-gpu-status", "pod-right-after-quota-create, quota-create"})
    void aQuotaThatDoesNotCountThePodLetsItPass(String name, String quota) throws SimulatedApiException {
        var recording = recording(FOLDER + name);
        var world = new World().with(recording(FOLDER + quota).response());
        var written = new Requests(world).create(recording);
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
        assertThat(written.chargedQuotas()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"quota-status-initial, 0", "quota-status-used, 1", "quota-terminating-pods-still-count, 2",
        "quota-lowered-status, 1", "quota-limits-gpu-status-after-pod, 1", "quota-bare-gpu-status, 1"})
    void useIsCountedAsTheControllerCountsIt(String name, int pods) throws SimulatedApiException {
        var quota = recording(FOLDER + name).response();
        var world = new World();
        for (int i = 0; i < pods; i++) {
            var pod = recording("04-gpu-pod-validation/limit-without-request").response().deepCopy();
            pod.withObject("/metadata").put("namespace", "quota").put("name", "p" + i)
                    .put("deletionTimestamp", "2026-11-21T06:00:40Z").put("deletionGracePeriodSeconds", 30);
            world.with(pod);
        }
        var now = Instant.parse("2026-11-21T06:00:20Z");
        assertThat(SimulatedQuotaUsageCounter.quotaStatus(quota, world, now)).isEqualTo(quota.path("status"));
    }

    @Test
    void aPodThatHasEndedOrShouldHaveEndedUsesNothing() throws SimulatedApiException {
        var quota = recording(FOLDER + "quota-status-used").response();
        var ended = json("{'kind':'Pod','metadata':{'namespace':'quota'},'spec':{'containers':[{'resources':"
                + "{'requests':{'nvidia.com/gpu':'1'}}}]},'status':{'phase':'Succeeded'}}");
        var stuck = ended.deepCopy();
        stuck.withObject("/status").put("phase", "Running");
        stuck.withObject("/metadata").put("deletionTimestamp", "2026-11-21T06:00:00Z").put("deletionGracePeriodSeconds",
                30);
        var world = new World().with(ended).with(stuck);
        var end = Instant.parse("2026-11-21T06:00:30Z");
        assertThat(used(quota, world, end)).isEqualTo("1");
        assertThat(used(quota, world, end.plusSeconds(1))).isEqualTo("0");
    }

    private static String used(ObjectNode quota, World world, Instant now) {
        return SimulatedQuotaUsageCounter.quotaStatus(quota, world, now).at("/used/requests.nvidia.com~1gpu").asText();
    }

    @ParameterizedTest
    @CsvSource({"limitrange-pod-zero, limitrange-defaults-applied",
        "limitrange-pod-too-many, limitrange-defaults-applied",
        "limitrange-min-only-pod-without-gpu, limitrange-min-only", "limitrange-pod-type, limitrange-ratio"})
    void aLimitRangeRefusesInTheWordsOfARealServer(String name, String range) {
        var limits = recording(FOLDER + range).response().deepCopy();
        if (range.equals("limitrange-ratio")) {
            ((ObjectNode) limits.at("/spec/limits/0")).remove("maxLimitRequestRatio");
        }
        assertRefused(name, new World().with(limits));
    }

    @ParameterizedTest
    @CsvSource({"limitrange-pod-without-gpu, limitrange-defaults-applied",
        "limitrange-default-mismatch-pod, quota-create"})
    void aLimitRangeFillsInWhatAPodDoesNotSay(String name, String range) throws SimulatedApiException {
        var recording = recording(FOLDER + name);
        var world = new World().with(recording(FOLDER + range).response());
        assertThat(Requests.comparable(new Requests(world).create(recording).object()))
                .isEqualTo(Requests.comparable(recording.response()));
    }

    private static ObjectNode second() {
        return json("{'kind':'ResourceQuota','metadata':{'name':'second','namespace':'quota'},'status':{"
                + "'hard':{'requests.nvidia.com/gpu':'2','requests.nvidia.com/mig-1g.10gb':'0'},"
                + "'used':{'requests.nvidia.com/gpu':'1','requests.nvidia.com/mig-1g.10gb':'0'}}}");
    }

    private static void assertRefused(String name, World world) {
        Recording recording = recording(FOLDER + name);
        var error = catchThrowableOfType(SimulatedApiException.class, () -> new Requests(world).create(recording));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }
}
