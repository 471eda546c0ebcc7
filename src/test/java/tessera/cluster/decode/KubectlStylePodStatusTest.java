package tessera.cluster.decode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tessera.model.PodPhase;
import tessera.model.PodSummary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** The words are kubectl's; see its printer for pods. */
class KubectlStylePodStatusTest {

    private static final String TWO_INITS = "'initContainers':[{'name':'i'},{'name':'j'}],'containers':[{'name':'a'}]";
    private static final String SIDECAR = "'initContainers':[{'name':'i','restartPolicy':'Always'}],"
            + "'containers':[{'name':'a'}]";
    private static final String ONE = "'containers':[{'name':'a'}]";
    private static final String RUNNING = "'state':{'running':{'startedAt':'2026-11-21T05:58:03Z'}},'ready':true";
    private static final String DONE = "'state':{'terminated':{'exitCode':0,'reason':'Completed'}}";

    private static PodSummary pod(String metadata, String spec, String status) throws IOException {
        var json = "{'metadata':{'name':'p'%s},'spec':{'nodeName':'x',%s},'status':{%s}}"
                .formatted(metadata, spec, status).replace('\'', '"');
        return Objects.requireNonNull(KubernetesObjectDecoder.forPods(new InternPool())
                .read(new JsonScanner(new ByteArrayInputStream(json.getBytes(UTF_8)))));
    }

    private static PodSummary pod(String spec, String status) throws IOException {
        return pod("", spec, status);
    }

    private static String main(String state) {
        return "'containerStatuses':[{'name':'a'," + state + "}]";
    }

    private static String inits(String first, String second) {
        return "'initContainerStatuses':[{'name':'i'," + first + "},{'name':'j'," + second + "}]";
    }

    @Test
    void aRunningPodHasNoTrouble() throws IOException {
        var pod = pod(ONE, "'phase':'Running'," + main("'restartCount':2," + RUNNING));

        assertThat(pod.status()).isEqualTo("Running");
        assertThat(pod.reason()).isEmpty();
        assertThat(pod.ready()).isEqualTo(1);
        assertThat(pod.total()).isEqualTo(1);
        assertThat(pod.restarts()).isEqualTo(2);
    }

    @Test
    void aCrashLoopIsNamedWithItsMessage() throws IOException {
        var pod = pod(ONE, "'phase':'Running',"
                + main("'restartCount':9,'state':{'waiting':{'reason':'CrashLoopBackOff','message':'back-off 5m0s'}}"));

        assertThat(pod.status()).isEqualTo("CrashLoopBackOff");
        assertThat(pod.reason()).isEqualTo("CrashLoopBackOff");
        assertThat(pod.message()).isEqualTo("back-off 5m0s");
        assertThat(pod.restarts()).isEqualTo(9);
        assertThat(pod.phase()).isEqualTo(PodPhase.RUNNING);
    }

    @Test
    void aCrashLoopForLackOfMemoryTellsThatBesidesItsMessage() throws IOException {
        var pod = pod(ONE, "'phase':'Running'," + main("'restartCount':9,'lastState':{'terminated':{'exitCode':137,"
                + "'reason':'OOMKilled','message':'x'}},'state':{'waiting':{'reason':'CrashLoopBackOff','message':'back-off 5m0s'}}"));

        assertThat(pod.status()).isEqualTo("CrashLoopBackOff");
        assertThat(pod.message()).isEqualTo("back-off 5m0s; last ended with OOMKilled, exit code 137");
    }

    @Test
    void whatARuntimeSaidOfAContainerThatDidNotStartIsKeptWithItsEnd() throws IOException {
        var pod = pod(ONE,
                "'phase':'Running'," + main("'restartCount':9,'lastState':{'terminated':{'exitCode':128,"
                        + "'reason':'StartError','message':'first\\n%s no such program\\n'}},"
                                .formatted("x".repeat(400))
                        + "'state':{'waiting':{'reason':'CrashLoopBackOff','message':'back-off'}}"));

        assertThat(pod.message()).startsWith("back-off; last ended with StartError, exit code 128: … xx")
                .endsWith("x no such program").doesNotContain("first");
    }

    @Test
    void whatAContainerEndedWithStandsBesidesTheWordForIt() throws IOException {
        assertThat(pod(ONE, "'phase':'Failed'," + main("'state':{'terminated':{'exitCode':137,'reason':'Error'}}"))
                .message()).isEqualTo("exit code 137");
        assertThat(pod(ONE, "'phase':'Running'," + main("'restartCount':9,'lastState':{'terminated':{'exitCode':2,"
                + "'reason':'Error'}},'state':{'waiting':{'reason':'CrashLoopBackOff','message':'back-off 5m0s'}}"))
                .message()).isEqualTo("back-off 5m0s; last ended with Error, exit code 2");
        assertThat(pod(ONE, "'phase':'Failed'," + main("'state':{'terminated':{'exitCode':2}}")).message())
                .as("the word says it").isEmpty();
    }

    @Test
    void initContainersAreCountedWhileTheyRun() throws IOException {
        var waiting = "'state':{'waiting':{'reason':'PodInitializing'}}";

        assertThat(pod(TWO_INITS, "'phase':'Pending'," + inits(RUNNING, waiting)).status()).isEqualTo("Init:0/2");
        assertThat(pod(TWO_INITS, "'phase':'Pending'," + inits(DONE, RUNNING) + "," + main(waiting)).status())
                .isEqualTo("Init:1/2");
        assertThat(pod(TWO_INITS, "'phase':'Pending'," + inits(DONE, DONE) + "," + main(waiting)).status())
                .isEqualTo("PodInitializing");
    }

    @Test
    void anInitContainerThatFailsOrWaitsIsNamed() throws IOException {
        var waiting = "'state':{'waiting':{}}";
        assertThat(pod(TWO_INITS, inits("'state':{'terminated':{'exitCode':1,'reason':'Error'}}", waiting)).status())
                .isEqualTo("Init:Error");
        assertThat(pod(TWO_INITS, inits("'state':{'terminated':{'exitCode':3}}", waiting)).status())
                .isEqualTo("Init:ExitCode:3");
        assertThat(pod(TWO_INITS, inits("'state':{'terminated':{'exitCode':137,'signal':9}}", waiting)).status())
                .isEqualTo("Init:Signal:9");
        var pulling = pod(TWO_INITS,
                inits("'state':{'waiting':{'reason':'ImagePullBackOff','message':'no such image'}}", waiting));
        assertThat(pulling.status()).isEqualTo("Init:ImagePullBackOff");
        assertThat(pulling.reason()).isEqualTo("ImagePullBackOff");
        assertThat(pulling.message()).isEqualTo("no such image");
    }

    @Test
    void aStartedSidecarIsReadyAndDoesNotHoldUpTheOthers() throws IOException {
        var sidecar = "'initContainerStatuses':[{'name':'i','started':true,'restartCount':2," + RUNNING + "}],";

        var pod = pod(SIDECAR, "'phase':'Running'," + sidecar + main("'restartCount':1," + RUNNING));

        assertThat(pod.status()).isEqualTo("Running");
        assertThat(pod.ready()).isEqualTo(2);
        assertThat(pod.total()).isEqualTo(2);
        assertThat(pod.restarts()).isEqualTo(3);
    }

    @Test
    void aSidecarThatHasNotStartedIsInitialising() throws IOException {
        assertThat(
                pod(SIDECAR, "'phase':'Pending','initContainerStatuses':[{'name':'i','started':false," + RUNNING + "}]")
                        .status())
                .isEqualTo("Init:0/1");
    }

    @Test
    void aPodThatCompletedAndOneWhoseContainerDidWhileAnotherRuns() throws IOException {
        var two = "'containers':[{'name':'a'},{'name':'b'}]";
        var mixed = "'phase':'Running','containerStatuses':[{'name':'a'," + DONE + "},{'name':'b'," + RUNNING + "}]";

        var done = pod(ONE, "'phase':'Succeeded'," + main(DONE));
        assertThat(done.status()).isEqualTo("Completed");
        assertThat(done.reason()).isEmpty();
        assertThat(pod(two, mixed).status()).isEqualTo("NotReady");
        assertThat(pod(two, "'conditions':[{'type':'Ready','status':'True'}]," + mixed).status()).isEqualTo("Running");
    }

    @Test
    void aContainerThatFailedIsNamedByReasonSignalOrCode() throws IOException {
        var killed = pod(ONE, "'phase':'Failed',"
                + main("'state':{'terminated':{'exitCode':137,'reason':'OOMKilled','message':'too much'}}"));
        assertThat(killed.status()).isEqualTo("OOMKilled");
        assertThat(killed.reason()).isEqualTo("OOMKilled");
        assertThat(killed.message()).isEqualTo("too much; exit code 137");
        assertThat(pod(ONE, "'phase':'Failed'," + main("'state':{'terminated':{'exitCode':2}}")).status())
                .isEqualTo("ExitCode:2");
        assertThat(pod(ONE, "'phase':'Failed'," + main("'state':{'terminated':{'exitCode':1,'signal':6}}")).status())
                .isEqualTo("Signal:6");
    }

    @Test
    void aPodThatFindsNoNodeSaysWhy() throws IOException {
        var pod = pod("'nodeName':''," + ONE, """
                'phase':'Pending','conditions':[{'type':'PodScheduled','status':'False','reason':'Unschedulable',
                'message':'0/4 nodes are available: 4 Insufficient nvidia.com/gpu.'}]""");

        assertThat(pod.status()).isEqualTo("Pending");
        assertThat(pod.reason()).isEqualTo("Unschedulable");
        assertThat(pod.message()).isEqualTo("0/4 nodes are available: 4 Insufficient nvidia.com/gpu.");
        assertThat(pod.waitsForNode()).isTrue();
    }

    @Test
    void aGatedPodSaysSo() throws IOException {
        var pod = pod("'nodeName':''," + ONE, "'phase':'Pending','conditions':[{'type':'PodScheduled',"
                + "'status':'False','reason':'SchedulingGated','message':'gated'}]");

        assertThat(pod.status()).isEqualTo("SchedulingGated");
        assertThat(pod.reason()).isEqualTo("SchedulingGated");
    }

    @Test
    void anEvictedPodSaysWhy() throws IOException {
        var pod = pod(ONE, "'phase':'Failed','reason':'Evicted','message':'The node was low on memory.'");

        assertThat(pod.status()).isEqualTo("Evicted");
        assertThat(pod.reason()).isEqualTo("Evicted");
        assertThat(pod.message()).isEqualTo("The node was low on memory.");
    }

    @Test
    void aPodBeingDeletedIsTerminatingUnlessItIsAtItsEndOrItsNodeIsLost() throws IOException {
        var deleted = ",'deletionTimestamp':'2026-11-21T05:58:03Z'";

        assertThat(pod(deleted, ONE, "'phase':'Running'," + main(RUNNING)).status()).isEqualTo("Terminating");
        assertThat(pod(deleted, ONE, "'phase':'Succeeded'," + main(DONE)).status()).isEqualTo("Completed");
        assertThat(pod(deleted, ONE, "'phase':'Running','reason':'NodeLost'").status()).isEqualTo("Unknown");
    }

    @Test
    void aPodThatIsBeingSetUpSaysWhatItWaitsFor() throws IOException {
        var pod = pod(ONE, "'phase':'Pending'," + main("'state':{'waiting':{'reason':'ContainerCreating'}}"));

        assertThat(pod.status()).isEqualTo("ContainerCreating");
        assertThat(pod.reason()).isEqualTo("ContainerCreating");
    }

    @Test
    void anUnknownPhaseIsUnknown() throws IOException {
        assertThat(pod(ONE, "'phase':'Sideways'").phase()).isEqualTo(PodPhase.UNKNOWN);
        assertThat(pod(ONE, "'phase':'Unknown'").phase()).isEqualTo(PodPhase.UNKNOWN);
    }
}
