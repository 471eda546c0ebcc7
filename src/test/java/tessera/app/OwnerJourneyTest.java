package tessera.app;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import javafx.scene.control.Hyperlink;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.model.ObjectRef;
import tessera.ui.inspect.InspectorPageName;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator goes from a pod to what made it, and looks on while the pod becomes otherwise. */
class OwnerJourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private String pod(String owner) {
        return colleague.pods().inNamespace("serving").list().getItems().stream()
                .map(pod -> pod.getMetadata().getName()).filter(name -> name.startsWith(owner + "-")).findFirst()
                .orElseThrow();
    }

    private void turn(KeyCode key) {
        onFx(() -> {
            var root = rootPane.node();
            root.fireEvent(new KeyEvent(root, root, KeyEvent.KEY_PRESSED, "", "", key, false, false, false, false));
            return true;
        });
    }

    private void follow(String text) {
        eventually("there is a way to " + text, () -> onFx(() -> find("inspector").lookupAll(".fact-link").stream()
                .anyMatch(linkNode -> linkNode instanceof Hyperlink way && way.getText().equals(text))));
        onFx(() -> {
            find("inspector").lookupAll(".fact-link").stream().map(Hyperlink.class::cast)
                    .filter(way -> way.getText().equals(text)).forEach(Hyperlink::fire);
            return true;
        });
    }

    @Test
    void whatMadeAPodIsOneClickAwayWithItsPodsAndItsYaml() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod("serving", pod("embed")));
            return true;
        });
        follow("Deployment embed");
        eventually("its pods are listed",
                () -> words("inspector").contains("Deployment · serving") && words("inspector").contains(pod("embed")));
        turn(KeyCode.Y);
        eventually("its YAML is read", () -> onFx(
                () -> find("inspector-yaml") instanceof CodeArea area && area.getText().contains("kind: Deployment")));
    }

    @Test
    void whatAPodIsMadeOfIsReadAnewWhileItIsLookedAt() {
        eventuallySays("connection", "live");
        var name = pod("embed");
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod("serving", name));
            rootPane.showInspectorPage(InspectorPageName.CONTAINERS);
            return true;
        });
        eventually("its containers are read", () -> words("inspector-spec").contains("Image"));
        assertThat(words("inspector-spec")).doesNotContain("registry.example/other:1");
        Colleague.insists(
                () -> colleague.pods().inNamespace("serving").withName(name).edit(pod -> new PodBuilder(pod).editSpec()
                        .editFirstContainer().withImage("registry.example/other:1").endContainer().endSpec().build()));
        eventually("the new image is seen", () -> words("inspector-spec").contains("registry.example/other:1"));

        turn(KeyCode.L);
        eventually("its log is a key away", () -> onFx(() -> find("logs-follow") != null));
        turn(KeyCode.S);
        eventually("and so is a terminal", () -> words("terminal-status").contains("Running in"));
    }

    @Test
    void whatAPodAsksForIsSaidTheSameWayOnEveryPage() {
        eventuallySays("connection", "live");
        colleague.pods().inNamespace("serving")
                .resource(new PodBuilder().withNewMetadata().withName("asks").endMetadata().withNewSpec()
                        .addNewContainer().withName("main").withImage("registry.example/asks:1").withNewResources()
                        .addToRequests("cpu", new Quantity("20m")).addToRequests("memory", new Quantity("11776Mi"))
                        .addToRequests("ephemeral-storage", new Quantity("4Gi"))
                        .addToLimits("memory", new Quantity("64Gi")).addToLimits("nvidia.com/gpu", new Quantity("1"))
                        .endResources().endContainer().endSpec().build())
                .create();
        eventually("it is seen", () -> clusterSelection.snapshots().get().findPod("serving", "asks").isPresent());
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod("serving", "asks"));
            rootPane.showInspectorPage(InspectorPageName.OVERVIEW);
            return true;
        });
        eventually("its requests are summed up",
                () -> words("inspector").contains("CPU | 0.02 cores") && words("inspector").contains("4 GiB"));
        onFx(() -> {
            rootPane.showInspectorPage(InspectorPageName.CONTAINERS);
            return true;
        });
        eventually("its containers are read", () -> words("inspector-spec").contains("Image"));
        assertThat(words("inspector-spec")).contains("0.02 cores, no limit", "4 GiB, no limit", "11776Mi, limit 64 GiB")
                .as("what would be rounded stays as it was written").contains("11776Mi");
        assertThat(words("inspector-spec")).doesNotContain("Priority | 0");
    }

    private String yaml() {
        return onFx(() -> find("inspector-yaml") instanceof CodeArea area ? area.getText() : "");
    }

    @Test
    void whatACustomKindMadeIsEditedLikeADeployment() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod("research", "frontier-base-master-0"));
            return true;
        });
        follow("PyTorchJob frontier-base");
        eventually("its pods are listed", () -> words("inspector").contains("PyTorchJob · research")
                && words("inspector").contains("frontier-base-master-0"));
        turn(KeyCode.Y);
        eventually("its YAML is read", () -> yaml().contains("kind: PyTorchJob"));
        fire("inspector-yaml-edit");
        onFx(() -> {
            var area = (CodeArea) find("inspector-yaml");
            area.replaceText(
                    area.getText().replaceFirst("(?m)^  name: frontier-base$", "$0\n  labels:\n    reviewed: \"yes\""));
            return true;
        });
        fire("inspector-yaml-preview");
        press("Edit PyTorchJob research/frontier-base");
        eventually("the cluster has it",
                () -> "yes".equals(
                        colleague.genericKubernetesResources("kubeflow.org/v1", "PyTorchJob").inNamespace("research")
                                .withName("frontier-base").get().getMetadata().getLabels().get("reviewed")));
    }

    @Test
    void whoMadeWhatMadeAPodIsToldAndWhyItCannotBeReadOnceItsKindIsGone() {
        eventuallySays("connection", "live");
        var worker = colleague.pods().inNamespace("research").withLabel("jobset.sigs.k8s.io/jobset-name", "vlm-train")
                .list().getItems().getFirst().getMetadata().getName();
        onFx(() -> {
            rootPane.inspect(ObjectRef.pod("research", worker));
            return true;
        });
        eventually("its Job and that one's JobSet are told",
                () -> words("inspector-makers").contains("Job") && words("inspector-makers").contains("JobSet"));
        follow("JobSet vlm-train");
        eventually("it is looked at, whatever becomes of its pods",
                () -> words("inspector").contains("JobSet · research"));
        colleague.apiextensions().v1().customResourceDefinitions().withName("jobsets.jobset.x-k8s.io").delete();
        eventually("the definition is gone", () -> colleague.apiextensions().v1().customResourceDefinitions()
                .withName("jobsets.jobset.x-k8s.io").get() == null);
        turn(KeyCode.Y);
        eventuallySays("inspector", "The cluster does not serve JobSet.jobset.x-k8s.io");
    }
}
