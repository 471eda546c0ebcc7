package tessera.app;

import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.TextArea;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.chart.SimulatedGpuOperatorChart;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.plan.PlanRunReceipt;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.journal.ChangeJournalEntry;
import tessera.plan.journal.ChangeJournalEntry.JournalEvent;

import static org.assertj.core.api.Assertions.assertThat;

/** Who has GPUs and nothing that serves them installs the GPU operator from the window, whatever comes in between. */
class InstallJourneyTest extends ReleaseWindow {

    private static final String STACK = "gpu-operator";
    private static final String INSTALL = "Install gpu-operator v26.7.0 in gpu-operator";
    /** A map of configurations that the chart makes, by which each GPU is handed out four times. */
    private static final String SHARES = """
            devicePlugin:
              config:
                create: true
                name: shares
                default: four
                data:
                  four: |
                    version: v1
                    sharing:
                      timeSlicing:
                        resources:
                        - name: nvidia.com/gpu
                          replicas: 4
            """;
    private Path chart = Path.of("");

    @Start
    void open(Stage stage) throws Exception {
        chart = SimulatedGpuOperatorChart.writeChart("v26.7.0", home.resolve("charts"));
        show(stage);
    }

    /** Nodes of one kind, none of them broken. */
    @Override
    SimulationOptions options() {
        return super.options().withNodes(5).withSpeed(60);
    }

    @Test
    void theOperatorIsInstalledWhateverComesInBetween() throws Exception {
        nothingServesTheGpus();
        withoutTheRight();
        inReadOnlyMode();
        overtaken();
        cutOff();
        answer();
        stoppedHalfWay();
        answer();
        toTheEnd();
    }

    /** Nor does anybody wait for them, so that the trial is given one. */
    private void nothingServesTheGpus() throws Exception {
        eventuallySays("connection", "live");
        colleague.batch().v1().jobs().inAnyNamespace().list().getItems()
                .forEach(job -> colleague.resource(job).delete());
        colleague.apps().statefulSets().inAnyNamespace().list().getItems()
                .forEach(set -> colleague.resource(set).delete());
        var runner = clusterSelection.clusterServices().planRunner();
        var removed = runner
                .apply(runner
                        .preview(new GpuStackReleaseIntent.UninstallReleaseIntent(HelmReleaseNamespacedName.USUAL)))
                .awaitReceipt();
        assertThat(removed.ending()).isEqualTo(PlanRunReceipt.PlanRunEnding.DONE);
        colleague.namespaces().withName(STACK).delete();
        eventually("its namespace is gone", () -> colleague.namespaces().withName(STACK).get() == null);
    }

    private void answer() {
        fill();
        press("Preview");
    }

    private void fill() {
        start("Install…");
        toggle("release-origin-disk");
        type("release-path", chart.toString());
        onFx(() -> {
            ((TextArea) find("values-yaml")).setText(SHARES);
            return true;
        });
        choose("value-mig-strategy", "mixed");
    }

    private void withoutTheRight() throws Exception {
        fill();
        var denied = SimulatedHttpServerFaults.of(cluster).addFault("POST .*/selfsubjectaccessreviews",
                SimulatedHttpServerFault.ofAnswer(201, "application/json",
                        "{\"kind\":\"SelfSubjectAccessReview\",\"status\":{\"allowed\":false,\"reason\":\"no role\"}}"));
        press("Preview");
        eventuallySays("change", "Blocked");
        denied.run();
        assertThat(words("change"))
                .contains("You may not create", "Ask someone with these permissions to install the chart")
                .doesNotContain(SEEN);
        press("Plan again");
    }

    private void inReadOnlyMode() throws Exception {
        eventuallySays("change", SEEN);
        assertThat(words("change")).contains("Create namespace gpu-operator, which admits privileged pods",
                "kind: ClusterPolicy");
        int noted = clusterSelection.changeJournal().entries().size();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.setReadOnly(true));
        press(INSTALL);
        eventuallySays("change", "Read-only mode");
        assertThat(clusterSelection.changeJournal().entries().stream().skip(noted))
                .extracting(ChangeJournalEntry::event).containsExactly(JournalEvent.REFUSED);
        assertThat(colleague.namespaces().withName(STACK).get()).isNull();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.setReadOnly(false));
        press("Plan again");
    }

    /** A colleague installs it with Helm itself, and thinks better of it. */
    private void overtaken() throws Exception {
        eventuallySays("change", SEEN);
        Helm.install(chart.toString()).withName(STACK).withNamespace(STACK).createNamespace().disableOpenApiValidation()
                .withKubeConfigContents(cluster.kubeconfig()).call();
        press(INSTALL);
        eventuallySays("change", "Stop here");
        press("Stop here");
        eventuallySays("change-verdict", "Failed after 0 of ");
        assertThat(ending()).isEqualTo("failed");
        press("Plan again");
        eventuallySays("change", "Release gpu-operator in gpu-operator already exists");
        Helm.uninstall(STACK).withNamespace(STACK).withKubeConfigContents(cluster.kubeconfig()).call();
        colleague.namespaces().withName(STACK).delete();
        eventually("all of it is gone", () -> colleague.namespaces().withName(STACK).get() == null);
        press("Plan again");
    }

    /** Helm does what is asked, and nobody hears of it. */
    private void cutOff() throws Exception {
        eventuallySays("change", SEEN);
        var cut = SimulatedHttpServerFaults.of(cluster).addFault("POST .*/clusterpolicies.*",
                new SimulatedHttpServerFault.TruncatedResponseFault(0));
        var dead = SimulatedHttpServerFaults.of(cluster).addFault("PUT .*/secrets/.*",
                SimulatedHttpServerFault.ofAnswer(503, "text/plain", "not now"));
        press(INSTALL);
        eventuallySays("change", "Stop here");
        cut.run();
        dead.run();
        press("Stop here");
        eventuallySays("change-verdict", "outcome of 1 step unknown");
        assertThat(words("change")).contains("Unconfirmed: gpu-operator in gpu-operator is installed");
        assertThat(ending()).isEqualTo("unknown");
        undo();
    }

    private void stoppedHalfWay() throws Exception {
        eventuallySays("change", SEEN);
        var unseen = SimulatedHttpServerFaults.of(cluster).addFault(
                "GET .*/namespaces/gpu-operator/daemonsets\\?limit=500",
                SimulatedHttpServerFault.ofAnswer(503, "text/plain", "not now"));
        press(INSTALL);
        eventuallySays("change", "Cannot tell whether");
        press("Stop");
        eventuallySays("change-verdict", "Stopped after 1 of ");
        unseen.run();
        assertThat(words("change")).contains("Not done", "gpu-operator in gpu-operator is installed", "Undo…");
        assertThat(ending()).isEqualTo("cancelled");
        undo();
    }

    private void undo() {
        press("Undo…");
        eventuallySays("change", SEEN);
        type("change-confirm", STACK);
        press("Uninstall gpu-operator in gpu-operator, v26.7.0");
        eventuallySays("change-verdict", "Done");
        press("Close");
    }

    private void toTheEnd() throws Exception {
        eventuallySays("change", SEEN);
        press(INSTALL);
        eventuallySays("change-verdict", "Done");
        assertThat(words("change")).contains("NVIDIA-SMI", "gpu-operator in gpu-operator is installed", "Undo…");
        assertThat(ending()).isEqualTo("done");
        assertThat(Helm.list().withNamespace(STACK).withKubeConfigContents(cluster.kubeconfig()).call())
                .extracting(each -> "%s %s %s".formatted(each.getName(), each.getStatus(), each.getChart()))
                .containsExactly("gpu-operator deployed gpu-operator-v26.7.0");
        GenericKubernetesResource policy = colleague.genericKubernetesResources("nvidia.com/v1", "ClusterPolicy")
                .withName("cluster-policy").get();
        assertThat(Optional.<Object>ofNullable(policy.get("status", "state"))).contains("ready");
        assertThat(Optional.<Object>ofNullable(policy.get("spec", "mig", "strategy"))).contains("mixed");
        for (var node : List.of("h100-01", "h100-02", "h100-03", "h100-04")) {
            assertThat(colleague.nodes().withName(node).get().getStatus().getAllocatable()).as(node)
                    .containsEntry("nvidia.com/gpu", new Quantity("32"));
        }
        assertThat(colleague.configMaps().inNamespace(STACK).withName("shares").get().getMetadata().getLabels())
                .containsEntry("app.kubernetes.io/managed-by", "Helm");
    }

    /** How the journal says that the last run ended. */
    private String ending() throws Exception {
        return clusterSelection.changeJournal().entries().reversed().stream()
                .filter(entry -> entry.event() == JournalEvent.ENDED).map(ChangeJournalEntry::result).findFirst()
                .orElse("");
    }
}
