package tessera.filecopy;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.exec.Notes;
import tessera.cluster.exec.Reach;
import tessera.cluster.http.SessionAccessMode;
import tessera.demo.SimulatedCluster;
import tessera.exec.ContainerCommandRun;
import tessera.filecopy.ContainerFileCopyRequest.FileCopyDirection;
import tessera.filecopy.FileCopyState.FileCopyPhase;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Files go from containers and to them, and who may not run commands there is told so. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContainerFileCopyRegistryTest {

    private static final String CONTAINER = "pytorch";
    private static final String CHECKPOINT = "/workspace/checkpoints/step-12000.pt";
    private static final int CHECKPOINT_BYTES = 8 << 20;

    private SimulatedCluster cluster;
    private Reach reach;
    private ObjectRef pod;
    private Path home;
    private ContainerFileCopyRegistry copies;
    private final Notes notes = new Notes();

    @BeforeAll
    void begin(@TempDir Path temporary) throws Exception {
        home = temporary;
        cluster = SimulatedCluster.start(SimulatedCluster.SimulationOptions.defaultOptions().withActivity(false));
        reach = new Reach(cluster, temporary, "admin");
        pod = reach.pod("ml-platform", "llm-pretrain-1-");
        copies = new ContainerFileCopyRegistry(reach.containers(), notes, Clock.systemUTC());
    }

    @BeforeEach
    void allowChanges() {
        reach.enter(SessionAccessMode.READ_WRITE);
    }

    @AfterAll
    void end() {
        copies.close();
        reach.close();
        cluster.close();
    }

    private ContainerFileCopyRequest wish(FileCopyDirection direction, String remote, Path local) {
        return new ContainerFileCopyRequest(direction, pod, CONTAINER, remote, local);
    }

    private FileCopyState fetch(String remote, Path local, @Nullable OverwriteAnswer answer) throws Exception {
        return copies.start(wish(FileCopyDirection.FROM_CONTAINER, remote, local), answer).await();
    }

    private FileCopyState bring(Path local, String remote) throws Exception {
        return copies.start(wish(FileCopyDirection.TO_CONTAINER, remote, local), null).await();
    }

    private String inContainer(String... command) throws Exception {
        return ContainerCommandRun.run(reach.containers(), pod, CONTAINER, List.of(command)).text();
    }

    private String place() {
        return pod.namespace() + "/" + pod.name();
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectories(home.resolve(name));
    }

    @Test
    void aFileComesUnderItsOwnNameOrAnother() throws Exception {
        var folder = folder("names");
        assertThat(fetch("/etc/hostname", folder, null).stage()).isEqualTo(FileCopyPhase.DONE);
        assertThat(Files.readString(folder.resolve("hostname"))).isEqualTo(pod.name() + "\n");
        assertThat(fetch("/etc/hostname", folder.resolve("other"), null).stage()).isEqualTo(FileCopyPhase.DONE);
        assertThat(folder.resolve("other")).hasSameTextualContentAs(folder.resolve("hostname"));
    }

    @Test
    void aFolderWithALargeFileComesWholeAndIsCounted() throws Exception {
        var folder = folder("large");
        var state = fetch("/workspace", folder.resolve("work"), null);
        assertThat(state.stage()).as(state.statusText()).isEqualTo(FileCopyPhase.DONE);
        assertThat(Files.size(folder.resolve("work/checkpoints/step-12000.pt"))).isEqualTo(CHECKPOINT_BYTES);
        assertThat(state.bytes()).isGreaterThanOrEqualTo(CHECKPOINT_BYTES);
        assertThat(state.files()).isGreaterThanOrEqualTo(1);
        assertThat(state.skippedCount()).isZero();
    }

    @Test
    void whatIsBroughtIsThereAndComesBackAsItWas() throws Exception {
        var source = folder("source");
        Files.writeString(source.resolve("a.txt"), "grün\n");
        var noise = new byte[200_000];
        new Random(7).nextBytes(noise);
        Files.write(Files.createDirectories(source.resolve("sub")).resolve("noise"), noise);
        var copyState = bring(source, "/tmp");
        assertThat(copyState.stage()).as(copyState.statusText()).isEqualTo(FileCopyPhase.DONE);
        assertThat(copyState.bytes()).isEqualTo(copyState.total()).isEqualTo(200_006);
        assertThat(inContainer("cat", "/tmp/source/a.txt")).isEqualTo("grün\n");
        assertThat(bring(source.resolve("a.txt"), "/tmp/b.txt").stage()).isEqualTo(FileCopyPhase.DONE);
        assertThat(inContainer("cat", "/tmp/b.txt")).isEqualTo("grün\n");

        var back = fetch("/tmp/source", folder("back"), null);
        assertThat(back.stage()).as(back.statusText()).isEqualTo(FileCopyPhase.DONE);
        assertThat(Files.readAllBytes(home.resolve("back/source/sub/noise"))).isEqualTo(noise);
    }

    @Test
    void aFileInTheWayIsAskedAboutAndTheAnswerHolds() throws Exception {
        var folder = folder("conflict");
        var file = Files.writeString(folder.resolve("hostname"), "mine");
        var copying = copies.start(wish(FileCopyDirection.FROM_CONTAINER, "/etc/hostname", folder), null);
        assertThat(copying.await().overwriteQuestion()).contains(file.toRealPath());
        copying.answer(OverwriteAnswer.SKIP);
        assertThat(copying.await().stage()).isEqualTo(FileCopyPhase.DONE);
        assertThat(file).hasContent("mine");
        assertThat(fetch("/etc/hostname", folder, OverwriteAnswer.REPLACE_ALL).overwriteQuestion())
                .isEqualTo(Optional.empty());
        assertThat(file).hasContent(pod.name() + "\n");
        var stopped = copies.start(wish(FileCopyDirection.FROM_CONTAINER, "/etc/hostname", folder), null);
        assertThat(stopped.await().overwriteQuestion()).isPresent();
        stopped.answer(OverwriteAnswer.STOP);
        assertThat(stopped.await().stage()).isEqualTo(FileCopyPhase.STOPPED);
        assertThat(notes.lines()).containsSubsequence("copy: Copy %s:/etc/hostname to %s".formatted(place(), folder),
                "DONE", "CANCELLED");
    }

    @Test
    void whatIsNotThereIsSaidInTheProgramsWords() throws Exception {
        var missing = fetch("/etc/nothing", folder("missing"), null);
        assertThat(missing.stage()).isEqualTo(FileCopyPhase.FAILED);
        assertThat(missing.statusText())
                .isEqualTo("/etc/nothing: Cannot stat: No such file or directory (tar in the container, exit code 2)");
        assertThat(bring(home.resolve("nowhere"), "/tmp").statusText()).contains("nowhere does not exist");
        var file = Files.writeString(folder("source2").resolve("x"), "x");
        assertThat(bring(file, "/no/such/folder/x").statusText()).contains("Cannot open: No such file or directory");
        var bare = reach.pod("gpu-operator", "nvidia-device-plugin-daemonset-");
        var state = copies.start(new ContainerFileCopyRequest(FileCopyDirection.FROM_CONTAINER, bare,
                "nvidia-device-plugin", "/etc/hostname", folder("bare")), null).await();
        assertThat(state.statusText()).startsWith("The container has no tar");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void thatAFileCannotBeWrittenHereIsSaid() throws Exception {
        var state = fetch("/etc/hostname", Path.of("/proc/tessera"), null);
        assertThat(state.stage()).isEqualTo(FileCopyPhase.FAILED);
        assertThat(state.statusText()).isEqualTo("/proc/tessera cannot be written on this machine");
    }

    @Test
    void aPodThatGoesInTheMidstOfACopyIsNoFaultOfItsDisk() throws Exception {
        var large = home.resolve("large.bin");
        try (var file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(1L << 30);
        }
        var gone = reach.pod("serving", "llm-serve-");
        var copying = copies.start(
                new ContainerFileCopyRequest(FileCopyDirection.TO_CONTAINER, gone, "server", "/tmp/large", large),
                null);
        while (copying.state().stage() == FileCopyPhase.RUNNING && copying.state().bytes() == 0) {
            Thread.onSpinWait();
        }
        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            colleague.pods().inNamespace(gone.namespace()).withName(gone.name()).withGracePeriod(0).delete();
        }
        var state = copying.await();
        assertThat(state.stage()).isEqualTo(FileCopyPhase.FAILED);
        assertThat(state.statusText())
                .isEqualTo("tar was killed (exit code 137): the container terminated or ran out of memory");
    }

    @Test
    void aCopyThatTheUserStopsGoesWithoutAnError() throws Exception {
        var copying = copies.start(wish(FileCopyDirection.FROM_CONTAINER, CHECKPOINT, folder("given-up").resolve("x")),
                null);
        copying.close();
        var state = copying.await();
        assertThat(state.stage()).isEqualTo(FileCopyPhase.STOPPED);
        assertThat(state.statusText()).isEmpty();
    }

    @Test
    void readOnlyModeEndsACopyAndRefusesTheNext() throws Exception {
        var copying = copies.start(wish(FileCopyDirection.FROM_CONTAINER, CHECKPOINT, folder("ended").resolve("x")),
                null);
        copies.end(ContainerFileCopyRegistry.readOnlyText());
        var state = copying.await();
        assertThat(state.stage()).isEqualTo(FileCopyPhase.STOPPED);
        assertThat(state.statusText()).isEqualTo("Closed by read-only mode");
        assertThat(copies.runningCopies()).isEmpty();
        try (var left = Files.list(home.resolve("ended"))) {
            assertThat(left).as("nothing half is left").isEmpty();
        }
        reach.enter(SessionAccessMode.READ_ONLY);
        var refused = catchThrowableOfType(ProblemException.class,
                () -> fetch("/etc/hostname", folder("refused"), null));
        assertThat(refused.problem().headline()).isEqualTo("Read-only mode blocks commands in containers");
    }
}
