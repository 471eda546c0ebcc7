package tessera.app;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.ResourceQuotaStatus;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javafx.beans.value.ObservableValue;
import javafx.event.Event;
import javafx.scene.control.Button;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.PickResult;
import javafx.scene.layout.Pane;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.model.ObjectRef;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.pods.PodListLine;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator deletes a pod that waits, through the window. */
class PodChangesJourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    /** Gives a pod another label by its YAML. */
    private void edit() {
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod("research", "b200-probe"));
            rootPane.showInspectorPage(InspectorPageName.YAML);
            return true;
        });
        eventually("the YAML can be edited", () -> onFx(() -> find("inspector-yaml-edit") != null));
        onFx(() -> {
            ((Button) find("inspector-yaml-edit")).fire();
            var area = (CodeArea) find("inspector-yaml");
            var text = area.getText();
            var labels = "\n  labels:\n";
            var name = "\n  name: b200-probe\n";
            area.replaceText(text.contains(labels) ? text.replace(labels, labels + "    reviewed: \"yes\"\n")
                    : text.replace(name, name.stripTrailing() + labels + "    reviewed: \"yes\"\n"));
            ((Button) find("inspector-yaml-preview")).fire();
            return true;
        });
        eventually("the server has rehearsed it", () -> words("change").contains("Dry run passed"));
        assertThat(words("change")).contains("reviewed: \"yes\"",
                "You can undo this: Tessera restores the previous state.");
        assertThat(onFx(() -> find("context").isDisabled())).as("no other cluster is entered meanwhile").isTrue();
        press("Edit Pod research/b200-probe");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        assertThat(colleague.pods().inNamespace("research").withName("b200-probe").get().getMetadata().getLabels())
                .containsEntry("reviewed", "yes");
        press("Undo…");
        eventually("the way back is rehearsed", () -> words("change").contains("Dry run passed"));
        press("Edit Pod research/b200-probe");
        eventually("it is as it was", () -> !colleague.pods().inNamespace("research").withName("b200-probe").get()
                .getMetadata().getLabels().containsKey("reviewed"));
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        press("Close");
        assertThat(onFx(() -> find("context").isDisabled())).isFalse();
    }

    @Test
    void aPodIsDeletedAndAnotherEditedAfterAPreviewAndNothingIsOfferedInReadOnlyMode() {
        eventuallySays("connection", "live");
        var pendingObjectRef = ObjectRef.pod("research", "vlm-eval-9kd2f");
        eventually("the pod is seen", () -> clusterSelection.snapshots().get()
                .findPod(pendingObjectRef.namespace(), pendingObjectRef.name()).isPresent());
        onFx(() -> {
            rootPane.inspect(pendingObjectRef);
            return true;
        });
        eventuallySays("inspector", pendingObjectRef.name());
        assertThat(offers()).extracting(MenuItem::getText).contains("Delete pod…", "Evict pod…",
                "Suspend Job vlm-eval…", "Open terminal   (Pod is not scheduled yet)");
        var delete = offers().stream().filter(item -> item.getText().equals("Delete pod…")).findFirst().orElseThrow();
        onFx(() -> {
            delete.fire();
            return true;
        });
        type("pod-grace", "soon");
        eventuallySays("change-hint", "Enter the grace period in seconds");
        type("pod-grace", "");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        assertThat(words("change")).contains("1 pod will be terminated",
                "Job vlm-eval creates a replacement within its backoffLimit", "delete pod vlm-eval-9kd2f -n research",
                "This cannot be undone.");
        press("Delete research/vlm-eval-9kd2f");
        eventually("it is done", () -> words("change-verdict").contains("Done and verified"));
        assertThat(colleague.pods().inNamespace("research").withName(pendingObjectRef.name()).get()).isNull();
        press("Close");
        edit();

        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            rootPane.inspect(ObjectRef.pod("research", "b200-probe"));
            clusterSelection.setReadOnly(true);
        });
        eventually("nothing can be begun", () -> !offers().isEmpty()
                && offers().stream().allMatch(item -> item.isDisable() && item.getText().endsWith("(Read-only mode)")));
    }

    @Test
    void ofAPodThatIsGoneNothingIsOfferedUntilOneComesByItsName() {
        eventuallySays("connection", "live");
        var pods = colleague.pods().inNamespace("research");
        var before = pods.withName("probe-dev").get();
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod("research", "probe-dev"));
            return true;
        });
        eventually("it can be changed", () -> onFx(() -> !find("change-menu").isDisabled()));
        pods.withName("probe-dev").withGracePeriod(0).delete();
        eventually("nothing can be changed", () -> onFx(() -> find("change-menu").isDisabled()));
        assertThat(words("inspector")).contains("no longer in the cluster");
        pods.resource(new PodBuilder().withNewMetadata().withName("probe-dev").endMetadata().withSpec(before.getSpec())
                .build()).create();
        eventually("it can be changed again", () -> onFx(() -> !find("change-menu").isDisabled()));
    }

    @Test
    void whatIsSuspendedIsResumedFromItsLineAndNotSuspendedOnceMore() {
        job("research", "paused", true);
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.PODS);
            return true;
        });
        var entries = entries("paused");
        assertThat(entries).extracting(MenuItem::getText).contains("Resume Job paused…")
                .doesNotContain("Suspend Job paused…");
        assertThat(offers()).extracting(MenuItem::getText).as("beside what is told of it")
                .contains("Resume Job paused…").doesNotContain("Suspend Job paused…");
        onFx(() -> {
            entries.stream().filter(item -> item.getText().equals("Resume Job paused…")).findFirst().orElseThrow()
                    .fire();
            list().getContextMenu().hide();
            return true;
        });
        press("Resume Job research/paused");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        assertThat(
                colleague.batch().v1().jobs().inNamespace("research").withName("paused").get().getSpec().getSuspend())
                .isFalse();
    }

    @Test
    void whatIsRefusedPodsIsNotSuspendedAndNotOfferedToBeResumed() {
        colleague.resourceQuotas().inNamespace("research")
                .resource(new ResourceQuotaBuilder().withNewMetadata().withName("none").endMetadata().withNewSpec()
                        .addToHard("requests.nvidia.com/gpu", new Quantity("0")).endSpec().build())
                .create();
        eventually("it refuses from now on", () -> Optional
                .ofNullable(colleague.resourceQuotas().inNamespace("research").withName("none").get().getStatus())
                .map(ResourceQuotaStatus::getHard).filter(hard -> !hard.isEmpty()).isPresent());
        job("research", "refused", false);
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.PODS);
            return true;
        });
        assertThat(entries("refused")).extracting(MenuItem::getText).contains("Suspend Job refused…")
                .doesNotContain("Resume Job refused…");
        assertThat(offers()).extracting(MenuItem::getText).as("beside what is told of it")
                .contains("Suspend Job refused…").doesNotContain("Resume Job refused…");
    }

    @Test
    void ofWhatHasNoPodsOfItsOwnOnlyWhatGoesWithHowItIsIsOffered() {
        eventuallySays("connection", "live");
        cronJob("nightly", true);
        cronJob("hourly", false);
        lookAt("nightly");
        eventually("it is seen to be suspended", () -> !offered("Suspend CronJob nightly…"));
        onFx(() -> {
            rootPane.showInspectorPage(InspectorPageName.OVERVIEW);
            return true;
        });
        eventuallySays("inspector", "Suspended: no pods are started until the workload is resumed.");
        begin("Resume CronJob nightly…");
        press("Resume CronJob research/nightly");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        press("Close");
        eventually("it is seen to be resumed", () -> !offered("Resume CronJob nightly…"));
        assertThat(offered("Suspend CronJob nightly…")).isTrue();
        lookAt("hourly");
        eventually("it is seen to be at work", () -> !offered("Resume CronJob hourly…"));
        assertThat(offered("Suspend CronJob hourly…")).isTrue();
    }

    @Test
    void whatIsOverIsNeitherSuspendedNorResumed() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.inspect(new ObjectRef("batch/v1", "Job", "jobs", "batch", "nightly-bench"));
            return true;
        });
        eventually("it is seen to be over",
                () -> !offered("Suspend Job nightly-bench…") && !offered("Resume Job nightly-bench…"));

        var pod = colleague.pods().inNamespace("batch").list().getItems().stream()
                .map(each -> each.getMetadata().getName()).filter(name -> name.startsWith("nightly-bench")).findFirst()
                .orElseThrow();
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod("batch", pod));
            return true;
        });
        eventually("nor from its pods", () -> offered("Copy files…   (Pod has ended)")
                && !offered("Suspend Job nightly-bench…") && !offered("Resume Job nightly-bench…"));
        assertThat(onFx(() -> ((Pane) find("inspector-conditions")).getChildren())).as("those of its Job").isEmpty();
    }

    private boolean offered(String change) {
        return offers().stream().anyMatch(item -> item.getText().equals(change));
    }

    private void lookAt(String cronJob) {
        onFx(() -> {
            rootPane.inspect(new ObjectRef("batch/v1", "CronJob", "cronjobs", "research", cronJob));
            return true;
        });
    }

    private void cronJob(String name, boolean suspended) {
        colleague.batch().v1().cronjobs().inNamespace("research")
                .resource(new CronJobBuilder().withNewMetadata().withName(name).endMetadata().withNewSpec()
                        .withSchedule("0 1 * * *").withSuspend(suspended).withNewJobTemplate().withNewSpec()
                        .withNewTemplate().withNewSpec().withRestartPolicy("Never").addNewContainer().withName("main")
                        .withImage("registry.example/run").endContainer().endSpec().endTemplate().endSpec()
                        .endJobTemplate().endSpec().build())
                .create();
    }

    private void job(String namespace, String name, boolean suspended) {
        colleague.batch().v1().jobs().inNamespace(namespace)
                .resource(new JobBuilder().withNewMetadata().withName(name).endMetadata().withNewSpec()
                        .withSuspend(suspended).withNewTemplate().withNewSpec().withRestartPolicy("Never")
                        .addNewContainer().withName("main").withImage("registry.example/run").withNewResources()
                        .addToLimits("nvidia.com/gpu", new Quantity("1")).endResources().endContainer().endSpec()
                        .endTemplate().endSpec().build())
                .create();
    }

    /** What is offered in the menu of the line of work that has no pods, once it is listed. */
    private List<MenuItem> entries(String work) {
        eventually("it is listed", () -> onFx(() -> unmade(work) >= 0));
        return onFx(() -> {
            list().requestFocus();
            list().getSelectionModel().select(unmade(work));
            Event.fireEvent(list(), new ContextMenuEvent(ContextMenuEvent.CONTEXT_MENU_REQUESTED, 0, 0, 0, 0,
                    /* keyboardTrigger= */ true, new PickResult(list(), 0, 0)));
            return List.copyOf(list().getContextMenu().getItems());
        });
    }

    private ListView<?> list() {
        return (ListView<?>) find("pods-list");
    }

    /** Which line it has; negative while it has none. */
    private int unmade(String work) {
        return IntStream.range(0, list().getItems().size())
                .filter(at -> list().getItems().get(at) instanceof ObservableValue<?> line
                        && line.getValue() instanceof PodListLine.PodlessWorkloadLine unmade
                        && unmade.workloadRef().name().equals(work))
                .findFirst().orElse(-1);
    }
}
