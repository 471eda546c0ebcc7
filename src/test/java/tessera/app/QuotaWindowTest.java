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
        colleague.pods().inNamespace("robotics").resource(new PodBuilder().withNewMetadata().withName(name)
                .endMetadata().withNewSpec().addNewContainer().withName("main").withImage("registry.example/run")
                .withNewResources().withLimits(limits).endResources().endContainer().endSpec().build()).create();
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
        eventuallySays("quota-bounds", "limits.nvidia.com/gpu is accepted and limits nothing");
        aQueueTellsWhatIsItsOwnAndWhatItBorrowed();
        onFx(() -> {
            ((Button) find("quota-team")).fire();
            return true;
        });
        eventuallySays("change-hint", "Say what the namespace of the team is called");
        assertThat(onFx(() -> find("team-name").equals(find("team-name").getScene().getFocusOwner())))
                .as("the name can be typed at once").isTrue();
        type("team-name", "robotics");
        eventuallySays("change-hint", "Say how much of what the team may take");
        eventuallySays("change", "more behind taints");
        eventuallySays("change", "An empty field sets no limit; one that is there already stays");
        type("amount-requests-nvidia-com-gpu", "1.5");
        eventuallySays("change-hint", "1.5 of nvidia.com/gpu: devices are whole");
        assertThat(onFx(() -> find("change-next").isDisabled())).isTrue();
        type("amount-requests-nvidia-com-gpu", "99999999999999999999");
        eventuallySays("change-hint", "is more than a quota can count");
        assertThat(onFx(() -> find("change-next").isDisabled())).isTrue();
        type("amount-requests-nvidia-com-gpu", "3");
        type("team-most", "2");
        press("Preview");
        eventually("it is rehearsed", () -> words("change").contains("requests.nvidia.com/gpu: \"3\""));
        press("Make room for the team robotics: 3 nvidia.com/gpu");
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
                .refusalReasons())
                .extracting(Problem::headline).containsExactly("The namespace robotics is in use");
        whatBoundsAndProtectsTheTeamIsEdited();
        thePaletteBeginsWhatTheScreenDoes();
        onlyWhatMayBeChangedIsOffered();
    }

    private void aQueueTellsWhatIsItsOwnAndWhatItBorrowed() {
        type("quota-filter", "queue ns:research");
        eventually("it is told from the namespace of its name", () -> words("quota-table")
                .contains("queue research | h100 | nvidia.com/gpu"));
        assertThat(words("quota-table")).contains("2 borrowed");
        onFx(() -> {
            ((TableView<?>) find("quota-table")).getSelectionModel().select(0);
            return true;
        });
        eventuallySays("quota-bounds", "10 of 8");
        eventuallySays("quota-bounds", "8 nominal · 2 borrowed · it may borrow from cohort gpus");
        type("quota-filter", "queue ns:speech");
        eventually("what is full tells why", () -> words("quota-table").contains("2 lent"));
        type("quota-filter", "");
    }

    private void whatBoundsAndProtectsTheTeamIsEdited() throws Exception {
        onFx(() -> {
            ((TableView<?>) find("quota-table")).getSelectionModel().select(0);
            return true;
        });
        makes("Disruption budget…");
        type("keep-name", "arms");
        type("keep-labels", "app=a b");
        eventuallySays("change-hint", "“a b” is no value of app. At most 63 letters");
        type("keep-labels", "app=arm");
        type("keep-most", "150%");
        eventuallySays("change-hint", "“150%” is no number of pods, and no share such as 50%");
        type("keep-most", "1");
        edited("Keep all but 1 of the pods app=arm in robotics");
        makes("Network policy…");
        type("guard-name", "own");
        type("guard-from", "Bad_Name");
        eventuallySays("change-hint", "“Bad_Name” cannot be the name of a namespace");
        type("guard-from", "");
        edited("Let only its own pods reach robotics");
        makes("Range of limits…");
        type("limits-name", "least");
        type("limit-Container-max-nvidia-com-gpu", "2");
        type("limit-Container-default-nvidia-com-gpu", "5");
        eventuallySays("change-hint", "of nvidia.com/gpu is 5, above its max of 2, which the server refuses");
        assertThat(onFx(() -> find("change-next").isDisabled())).isTrue();
        assertThat(words("limits-meaning")).containsOnlyOnce("Every container that asks for nothing is given 5");
        type("limit-Container-max-nvidia-com-gpu", "");
        type("limit-Container-default-nvidia-com-gpu", "");
        type("limit-Pod-max-nvidia-com-gpu", "5");
        edited("Bound what pods of robotics may ask for by a new range of limits least");
        makes("Quota…");
        type("amount-requests-nvidia-com-gpu", "9");
        type("quota-name", "team");
        eventuallySays("change-hint", "There is a quota “team” in robotics already: change that one instead");
        assertThat(onFx(() -> find("change-next").isDisabled())).as("it is not changed unawares").isTrue();
        follow("quota-instead");
        eventuallySays("change", "Change a quota");
        eventuallySays("change-hint", "Nothing is changed yet");
        press("Cancel");
        makes("Quota…");
        type("quota-name", "more");
        type("amount-requests-nvidia-com-gpu", "9");
        assertThat(onFx(() -> find("quota-instead").isVisible())).isFalse();
        edited("Limit robotics by a new quota more to 9 nvidia.com/gpu");
        eventually("a range of limits can be edited", () -> onFx(() -> find("limits-edit-team") != null));
        follow("limits-edit-team");
        eventuallySays("limits-meaning", "At most 2 nvidia.com/gpu for each pod");
        eventuallySays("change-hint", "Nothing is changed yet");
        double before = top("limit-Container-min-nvidia-com-gpu");
        for (var bound : List.of("Container-max-memory", "Container-max-cpu", "Pod-max-memory", "Pod-max-cpu")) {
            type("limit-" + bound, "1");
        }
        type("limit-Container-min-nvidia-com-gpu", "1");
        eventuallySays("limits-meaning", "Every container has to have 1 of nvidia.com/gpu then");
        assertThat(top("limit-Container-min-nvidia-com-gpu")).as("no field moves for what is told").isEqualTo(before);
        for (var bound : List.of("Container-max-memory", "Container-max-cpu", "Pod-max-memory", "Pod-max-cpu")) {
            type("limit-" + bound, "");
        }
        type("limit-Container-min-nvidia-com-gpu", "");
        type("limit-Pod-max-nvidia-com-gpu", "3");
        edited("Bound what pods of robotics may ask for by its range of limits team");
        assertThat(launch("large", 4).refusalReasons()).extracting(Problem::problemText)
                .anySatisfy(text -> assertThat(text).contains("maximum nvidia.com/gpu usage per Pod is 3"));

        follow("budget-edit-arms");
        eventuallySays("change-hint", "Nothing is changed yet");
        type("keep-most", "2");
        edited("Keep all but 2 of the pods app=arm in robotics");
        follow("policy-edit-own");
        type("guard-from", "monitoring");
        edited("Let only its own pods and monitoring reach robotics");
        eventuallySays("quota-guards", "Only pods of the namespace, monitoring reach every pod");
        eventuallySays("quota-guards", "All but 2 of app=arm stay");
        whatIsThereIsNotMadeAnew();
    }

    private void whatIsThereIsNotMadeAnew() {
        makes("Disruption budget…");
        type("keep-name", "arms");
        eventuallySays("change-hint", "There is a budget “arms” in robotics already: change that one instead");
        follow("keep-instead");
        eventuallySays("change-hint", "Nothing is changed yet");
        press("Cancel");
        makes("Network policy…");
        type("guard-name", "own");
        eventuallySays("change-hint", "There is a policy “own” in robotics already: change that one instead");
        follow("guard-instead");
        eventuallySays("change-hint", "Nothing is changed yet");
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
        eventuallySays("change", "Bound pods and containers");
        press("Cancel");
        call("pdb");
        eventuallySays("change", "Keep pods from being evicted");
        press("Cancel");
        call("new network");
        eventuallySays("change", "Guard pods on the network");
        type("guard-namespace", "bot");
        eventually("namespaces that are there are offered", () -> onFx(() -> Window.getWindows().stream()
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
