package tessera.app;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.ListCell;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.model.Problem;
import tessera.plan.PlanPreview;
import tessera.plan.intent.NamespacePolicyIntent.DeleteTeamNamespaceIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchWorkloadIntent;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** Who makes room for a team in the window sees its quota on the screen, and the server holds the team to it. */
class QuotaWindowTest extends OperatedWindow {

    private static final String GPU = "nvidia.com/gpu";

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private void pod(String name, Map<String, Quantity> limits) {
        colleague.pods().inNamespace("robotics")
                .resource(new PodBuilder().withNewMetadata().withName(name).endMetadata().withNewSpec()
                        .addNewContainer().withName("main").withImage("registry.example/run").withNewResources()
                        .withLimits(limits).endResources().endContainer().endSpec().build())
                .create();
    }

    private PlanPreview launch(String name, int gpus) throws Exception {
        return clusterSelection.clusterServices().planRunner()
                .preview(new LaunchWorkloadIntent("Pod/" + name, List.of(), """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: %s}
                        spec:
                          tolerations: [{key: nvidia.com/gpu, operator: Exists}]
                          containers:
                          - {name: main, image: registry.example/run, resources: {limits: {nvidia.com/gpu: %d}}}
                        """.formatted(name, gpus), "robotics", Duration.ZERO));
    }

    @Test
    void aTeamGetsAQuotaAndIsHeldToIt() throws Exception {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.goTo(ScreenDestination.QUOTAS);
            return true;
        });
        eventually("there is a button", () -> onFx(() -> find("quota-team") != null));
        eventuallySays("quota-bounds", "The API server accepts limits.nvidia.com/gpu, but the key limits nothing");
        aQueueTellsWhatIsItsOwnAndWhatItBorrowed();
        onFx(() -> {
            ((Button) find("quota-team")).fire();
            return true;
        });
        eventuallySays("change-hint", "Enter a namespace name");
        assertThat(onFx(() -> find("team-name").equals(find("team-name").getScene().getFocusOwner())))
                .as("the name can be typed at once").isTrue();
        type("team-name", "robotics");
        eventuallySays("change-hint", "Enter the limits of the team");
        eventuallySays("change", "more on tainted nodes");
        eventuallySays("change", "If empty, Tessera sets no limit and keeps an existing one");
        type("amount-requests-nvidia-com-gpu", "1.5");
        eventuallySays("change-hint", "1.5 nvidia.com/gpu is not a whole number of devices");
        assertThat(onFx(() -> find("change-next").isDisabled())).isTrue();
        type("amount-requests-nvidia-com-gpu", "99999999999999999999");
        eventuallySays("change-hint", "is more than a ResourceQuota can count");
        assertThat(onFx(() -> find("change-next").isDisabled())).isTrue();
        type("amount-requests-nvidia-com-gpu", "3");
        type("team-most", "2");
        press("Preview");
        eventually("it is rehearsed", () -> words("change").contains("requests.nvidia.com/gpu: \"3\""));
        press("Create team robotics: 3 nvidia.com/gpu");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        press("Close");
        type("quota-filter", "ns:robotics");
        eventually("it is on the screen", () -> words("quota-table").contains("robotics | team | nvidia.com/gpu"));

        pod("with", Map.of(GPU, new Quantity("2")));
        pod("without", Map.of());
        var beyond = launch("beyond", 2);
        assertThat(beyond.refusalReasons()).extracting(Problem::problemText)
                .anySatisfy(text -> assertThat(text).contains(
                        "exceeded quota: team, requested: requests.nvidia.com/gpu=2, used: requests.nvidia.com/gpu=2, limited: requests.nvidia.com/gpu=3"));
        assertThat(launch("large", 3).refusalReasons()).extracting(Problem::problemText)
                .anySatisfy(text -> assertThat(text).contains("maximum nvidia.com/gpu usage per Pod is 2"));
        assertThat(clusterSelection.clusterServices().planRunner().preview(new DeleteTeamNamespaceIntent("robotics"))
                .refusalReasons()).extracting(Problem::headline).containsExactly("Namespace robotics is in use");
        whatBoundsAndProtectsTheTeamIsEdited();
        thePaletteBeginsWhatTheScreenDoes();
        onlyWhatMayBeChangedIsOffered();
    }

    private void aQueueTellsWhatIsItsOwnAndWhatItBorrowed() {
        type("quota-filter", "queue ns:research");
        eventually("it is told from the namespace of its name",
                () -> words("quota-table").contains("queue research | h100 | nvidia.com/gpu"));
        assertThat(words("quota-table")).contains("2 borrowed");
        onFx(() -> {
            ((TableView<?>) find("quota-table")).getSelectionModel().select(0);
            return true;
        });
        eventuallySays("quota-bounds", "10 of 8");
        eventuallySays("quota-bounds", "8 nominal · 2 borrowed · can borrow from cohort gpus");
        type("quota-filter", "queue ns:speech");
        eventually("what is full tells why", () -> words("quota-table").contains("2 lent"));
        type("quota-filter", "");
    }

    private void whatBoundsAndProtectsTheTeamIsEdited() throws Exception {
        onFx(() -> {
            ((TableView<?>) find("quota-table")).getSelectionModel().select(0);
            return true;
        });
        makes("PodDisruptionBudget…");
        type("keep-name", "arms");
        type("keep-labels", "app=a b");
        eventuallySays("change-hint", "“a b” is not a valid value for app. Use at most 63 letters");
        type("keep-labels", "app=arm");
        type("keep-most", "150%");
        eventuallySays("change-hint", "“150%” is not a number of pods or a percentage such as 50%");
        type("keep-most", "1");
        edited("Limit unavailable pods app=arm in robotics to 1");
        makes("NetworkPolicy…");
        type("guard-name", "own");
        type("guard-from", "Bad_Name");
        eventuallySays("change-hint", "“Bad_Name” is not a valid namespace name");
        type("guard-from", "");
        edited("Allow ingress to robotics only from its own pods");
        makes("LimitRange…");
        type("limits-name", "least");
        type("limit-Container-max-nvidia-com-gpu", "2");
        type("limit-Container-default-nvidia-com-gpu", "5");
        eventuallySays("change-hint",
                "of nvidia.com/gpu is 5, which is above max (2). The API server rejects the LimitRange.");
        assertThat(onFx(() -> find("change-next").isDisabled())).isTrue();
        assertThat(words("limits-meaning")).containsOnlyOnce("Each container without a request for");
        type("limit-Container-max-nvidia-com-gpu", "");
        type("limit-Container-default-nvidia-com-gpu", "");
        type("limit-Pod-max-nvidia-com-gpu", "5");
        edited("Create LimitRange least in robotics");
        makes("ResourceQuota…");
        type("amount-requests-nvidia-com-gpu", "9");
        type("quota-name", "team");
        eventuallySays("change-hint", "ResourceQuota “team” already exists in robotics. Edit it");
        assertThat(onFx(() -> find("change-next").isDisabled())).as("it is not changed unawares").isTrue();
        follow("quota-instead");
        eventuallySays("change", "Edit ResourceQuota");
        eventuallySays("change-hint", "No changes yet");
        press("Cancel");
        makes("ResourceQuota…");
        type("quota-name", "more");
        type("amount-requests-nvidia-com-gpu", "9");
        assertThat(onFx(() -> find("quota-instead").isVisible())).isFalse();
        edited("Create ResourceQuota more in robotics: 9 nvidia.com/gpu");
        eventually("a range of limits can be edited", () -> onFx(() -> find("limits-edit-team") != null));
        follow("limits-edit-team");
        eventuallySays("limits-meaning", "At most 2 nvidia.com/gpu per pod");
        eventuallySays("change-hint", "No changes yet");
        double before = top("limit-Container-min-nvidia-com-gpu");
        for (var bound : List.of("Container-max-memory", "Container-max-cpu", "Pod-max-memory", "Pod-max-cpu")) {
            type("limit-" + bound, "1");
        }
        type("limit-Container-min-nvidia-com-gpu", "1");
        eventuallySays("limits-meaning", "Each container must request at least 1 nvidia.com/gpu");
        assertThat(top("limit-Container-min-nvidia-com-gpu")).as("no field moves for what is told").isEqualTo(before);
        for (var bound : List.of("Container-max-memory", "Container-max-cpu", "Pod-max-memory", "Pod-max-cpu")) {
            type("limit-" + bound, "");
        }
        type("limit-Container-min-nvidia-com-gpu", "");
        type("limit-Pod-max-nvidia-com-gpu", "3");
        edited("Set LimitRange team in robotics");
        assertThat(launch("large", 4).refusalReasons()).extracting(Problem::problemText)
                .anySatisfy(text -> assertThat(text).contains("maximum nvidia.com/gpu usage per Pod is 3"));

        follow("budget-edit-arms");
        eventuallySays("change-hint", "No changes yet");
        type("keep-most", "2");
        edited("Limit unavailable pods app=arm in robotics to 2");
        follow("policy-edit-own");
        type("guard-from", "monitoring");
        edited("Allow ingress to robotics only from its own pods and monitoring");
        eventuallySays("quota-guards", "Only pods of the namespace and monitoring can reach all pods");
        eventuallySays("quota-guards", "At most 2 of app=arm unavailable");
        whatIsThereIsNotMadeAnew();
    }

    private void whatIsThereIsNotMadeAnew() {
        makes("PodDisruptionBudget…");
        type("keep-name", "arms");
        eventuallySays("change-hint", "PodDisruptionBudget “arms” already exists in robotics. Edit it");
        follow("keep-instead");
        eventuallySays("change-hint", "No changes yet");
        press("Cancel");
        makes("NetworkPolicy…");
        type("guard-name", "own");
        eventuallySays("change-hint", "NetworkPolicy “own” already exists in robotics. Edit it");
        follow("guard-instead");
        eventuallySays("change-hint", "No changes yet");
        press("Cancel");
    }

    private double top(String id) {
        return onFx(() -> {
            var field = find(id);
            field.getScene().getRoot().layout();
            return field.localToScene(0, 0).getY();
        });
    }

    private void edited(String text) {
        press("Preview");
        press(text);
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        press("Close");
    }

    /** Chooses of what can be made, from a menu that what is read meanwhile leaves open. */
    private void makes(String title) {
        var menu = onFx(() -> (MenuButton) find("quota-new"));
        onFx(() -> {
            menu.show();
            return true;
        });
        type("quota-filter", "ns:robotics gpu");
        type("quota-filter", "ns:robotics");
        eventually("it is read", () -> words("quota-table").contains("robotics"));
        assertThat(onFx(() -> menu.isShowing() && find("quota-new").equals(menu))).isTrue();
        onFx(() -> {
            menu.getItems().stream().filter(item -> item.getText().equals(title)).findFirst().orElseThrow().fire();
            menu.hide();
            return true;
        });
    }

    private void follow(String id) {
        eventually("#" + id + " is there", () -> onFx(() -> find(id) != null));
        onFx(() -> {
            ((Hyperlink) find(id)).fire();
            return true;
        });
    }

    private void thePaletteBeginsWhatTheScreenDoes() {
        call("limitrange");
        eventuallySays("change", "Limit pods and containers");
        press("Cancel");
        call("pdb");
        eventuallySays("change", "Limit pod evictions");
        press("Cancel");
        call("new network");
        eventuallySays("change", "Restrict network access to pods");
        type("guard-namespace", "bot");
        eventually("namespaces that are there are offered",
                () -> onFx(() -> Window.getWindows().stream()
                        .flatMap(window -> window.getScene().getRoot().lookupAll(".list-cell").stream())
                        .anyMatch(cell -> "robotics".equals(((ListCell<?>) cell).getText()))));
        press("Cancel");
    }

    private void onlyWhatMayBeChangedIsOffered() {
        assertThat(onFx(() -> find("quota-new") instanceof MenuButton)).isTrue();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.setReadOnly(true));
        eventually("nothing can be begun", () -> onFx(() -> find("quota-team") == null && find("quota-new") == null));
    }
}
