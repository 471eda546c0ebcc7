package tessera.ui.shell;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.gpu.Sample;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.VisiblePodScope;
import tessera.ui.OpenableClusterList;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;
import tessera.ui.StillDesk;
import tessera.ui.heatmap.FleetHeatmapPane;
import tessera.ui.kit.ColorTheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static tessera.gpu.Sample.node;

/** The window in a user's hands. */
class WindowRootPaneTest extends WindowTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final Problem FORBIDDEN = Problem.of(OperationProblemKind.FORBIDDEN, "You may not list pods")
            .withDetail("pods is forbidden: User \"viewer\" cannot list resource \"pods\"")
            .withRemedy("Ask for the verb list on pods.");

    private final StillDesk desk = new StillDesk(sample().snapshot());

    private static Sample sample() {
        return new Sample().with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8))
                .with(node("h100-02").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8, 7))
                .with(node("a100-01").nvidia("NVIDIA-A100-SXM4-80GB", 8).has(GPU, 8).cordoned())
                .pod("ml/train-0", "h100-01", GPU, 6).pod("research/eval", "h100-02", GPU, 1)
                .waiting("research/big", GPU, 8, "0/3 nodes are available: 3 Insufficient nvidia.com/gpu.");
    }

    @Override
    StillDesk desk() {
        return desk;
    }

    @Start
    void open(Stage stage) {
        show(stage);
    }

    private void show(ClusterSnapshot clusterSnapshot) {
        desk.snapshots.set(clusterSnapshot);
    }

    private ClusterSnapshot with(SessionConnectionStatus connection) {
        var snapshot = sample().snapshot();
        return new ClusterSnapshot(2, snapshot.at(), connection, snapshot.nodeHealth(), snapshot.podHealth(),
                snapshot.podScope(), snapshot.nodes(), snapshot.unbound(), Duration.ZERO);
    }

    @Test
    void theFleetIsWhatOneSeesFirst() {
        eventually(() -> find("figure-gpus") != null);

        assertThat(allText("figure-gpus")).contains("24");
        assertThat(allText("figure-allocated")).contains("7");
        assertThat(allText("figure-out-of-service")).contains("1 unhealthy · 8 cordoned");
        assertThat(allText("attention")).contains("GPU unhealthy").contains("1 pod pending").contains("Node cordoned");
        assertThat(find("fleet-heatmap").getAccessibleText()).contains("H100 SXM 80 GB: 2 nodes");
        assertThat(text("connection")).isEqualTo("live");
    }

    @Test
    void whatNeedsAttentionLeadsToTheChangeThatMendsItWhereChangesAreAllowed(FxRobot robot) {
        eventually(() -> links().contains("Show h100-02"));
        assertThat(links()).noneMatch(link -> link.contains("ordon "));

        desk.clusters.update(clusterList -> new OpenableClusterList(clusterList.contexts(), clusterList.openContext(),
                ClusterWriteAccessMode.CHANGES_ALLOWED, ""));
        eventually(() -> links().contains("Cordon h100-02…"));
        robot.interact(() -> find("attention").lookupAll(".hyperlink").stream().map(Hyperlink.class::cast)
                .filter(link -> link.getText().equals("Uncordon a100-01…")).findFirst().orElseThrow().fire());
        eventually(() -> find("change").isVisible());
    }

    private List<String> links() {
        return find("attention") == null ? List.of()
                : find("attention").lookupAll(".hyperlink").stream().map(linkNode -> ((Hyperlink) linkNode).getText())
                        .toList();
    }

    @Test
    void keysLeadFromScreenToScreen(FxRobot robot) {
        robot.press(KeyCode.DIGIT2).release(KeyCode.DIGIT2);
        eventually(() -> find("nodes-table") instanceof TableView<?> table && table.getItems().size() == 3);
        assertThat(((TableView<?>) find("nodes-table")).getSortOrder()).as("sorted by name as it comes").singleElement()
                .extracting(TableColumnBase::getText).isEqualTo("Node");

        robot.press(KeyCode.DIGIT4).release(KeyCode.DIGIT4);
        eventually(() -> find("pods-list") instanceof ListView<?> list && !list.getItems().isEmpty());
        assertThat(allText("pods-list")).contains("1 pending")
                .contains("Requests 8 GPUs on one node. The largest free block is 6. 8 more are free on "
                        + "nodes that are cordoned or not ready.");

        robot.press(KeyCode.DIGIT1).release(KeyCode.DIGIT1);
        eventually(() -> find("fleet-heatmap") != null);
    }

    @Test
    void theKeyOfAScreenLeadsToItsListToo(FxRobot robot) {
        eventually(() -> find("figure-gpus") != null);
        robot.interact(() -> find("namespace").requestFocus());
        robot.type(KeyCode.DIGIT4);
        eventually(() -> find("pods-list") instanceof ListView<?> list && !list.getItems().isEmpty());
        robot.type(KeyCode.DOWN);
        eventually(() -> find("inspector") != null && allText("inspector").contains("big"));

        robot.press(KeyCode.CONTROL, KeyCode.K).release(KeyCode.K, KeyCode.CONTROL);
        robot.write("Go to Nodes");
        robot.type(KeyCode.ENTER);
        eventually(() -> find("nodes-table") instanceof TableView<?> table && table.isFocused());
        robot.type(KeyCode.ESCAPE);
        eventually(() -> find("inspector") == null);
        robot.type(KeyCode.DIGIT1);
        eventually(() -> find("fleet-heatmap") != null && find("fleet-heatmap").isFocused());
    }

    @Test
    void typingInTheFilterNarrowsTheTable(FxRobot robot) {
        robot.press(KeyCode.DIGIT2).release(KeyCode.DIGIT2);
        eventually(() -> find("nodes-table") != null);
        robot.type(KeyCode.SLASH);
        robot.write("free>2");

        eventually(() -> text("nodes-filter-count").equals("1 of 3 nodes"));
        robot.type(KeyCode.ESCAPE);
        eventually(() -> text("nodes-filter-count").equals("3 nodes"));
    }

    @Test
    void aKeyThatIsHeldLeadsToTheFilterAndIsNotTypedThere(FxRobot robot) {
        robot.type(KeyCode.DIGIT2);
        eventually(() -> find("nodes-table") != null);
        robot.interact(() -> {
            key(KeyEvent.KEY_PRESSED, "", KeyCode.SLASH, false);
            key(KeyEvent.KEY_TYPED, "/", KeyCode.UNDEFINED, false);
            key(KeyEvent.KEY_PRESSED, "", KeyCode.SLASH, false);
            key(KeyEvent.KEY_TYPED, "/", KeyCode.UNDEFINED, false);
            key(KeyEvent.KEY_RELEASED, "", KeyCode.SLASH, false);
        });
        robot.write("/1");

        assertThat(find("nodes-filter")).asInstanceOf(type(TextField.class)).extracting(TextField::getText)
                .as("only what was typed after it was let go").isEqualTo("/1");
    }

    @Test
    void aSlashOnTheKeyOfADigitLeadsToTheFilter(FxRobot robot) {
        robot.type(KeyCode.DIGIT2);
        eventually(() -> find("nodes-table") != null);
        robot.interact(() -> {
            key(KeyEvent.KEY_PRESSED, "", KeyCode.DIGIT7, true);
            key(KeyEvent.KEY_TYPED, "/", KeyCode.UNDEFINED, true);
            key(KeyEvent.KEY_RELEASED, "", KeyCode.DIGIT7, true);
        });

        eventually(() -> find("nodes-filter") != null && find("nodes-filter").isFocused());
    }

    private void key(EventType<KeyEvent> what, String sign, KeyCode code, boolean shift) {
        var scene = find("connection").getScene();
        Event.fireEvent(Objects.requireNonNullElse(scene.getFocusOwner(), scene.getRoot()),
                new KeyEvent(what, sign, "", code, shift, false, false, false));
    }

    @Test
    void downLeavesAFilterForWhatItLeft(FxRobot robot) {
        robot.press(KeyCode.DIGIT2).release(KeyCode.DIGIT2);
        eventually(() -> find("nodes-table") != null);
        robot.type(KeyCode.SLASH);
        robot.write("free>2");
        eventually(() -> text("nodes-filter-count").equals("1 of 3 nodes"));

        robot.type(KeyCode.DOWN);
        eventually(() -> find("nodes-table").isFocused());
        assertThat(text("nodes-filter-count")).isEqualTo("1 of 3 nodes");
    }

    @Test
    void escapeLeavesAnEmptyFilterForTheTable(FxRobot robot) {
        robot.press(KeyCode.DIGIT2).release(KeyCode.DIGIT2);
        eventually(() -> find("nodes-table") != null);
        robot.type(KeyCode.SLASH);
        eventually(() -> find("nodes-filter").isFocused());

        robot.type(KeyCode.ESCAPE);
        eventually(() -> find("nodes-table").isFocused());
    }

    @Test
    void whatIsInspectedIsMarkedWhereItIsListed(FxRobot robot) {
        robot.press(KeyCode.DIGIT2).release(KeyCode.DIGIT2);
        eventually(() -> find("nodes-table") instanceof TableView<?> table && table.getItems().size() == 3);
        robot.press(KeyCode.CONTROL, KeyCode.K).release(KeyCode.K, KeyCode.CONTROL);
        robot.write("h10002");
        robot.type(KeyCode.ENTER);

        eventually(() -> find("nodes-table") instanceof TableView<?> table
                && table.getSelectionModel().getSelectedIndex() == 2);
        robot.press(KeyCode.CONTROL, KeyCode.K).release(KeyCode.K, KeyCode.CONTROL);
        robot.write("big");
        robot.type(KeyCode.ENTER);
        robot.press(KeyCode.DIGIT4).release(KeyCode.DIGIT4);
        eventually(() -> find("pods-list") instanceof ListView<?> list
                && list.getSelectionModel().getSelectedIndex() == 2);
        robot.interact(() -> find("pods-list").requestFocus());
        robot.type(KeyCode.ESCAPE);
        eventually(() -> find("inspector") == null);
    }

    @ParameterizedTest
    @CsvSource({"DIGIT2, nodes-table, h100-02, big", "DIGIT3, devices-table, h100-02, big",
        "DIGIT4, pods-list, big, h100-02"})
    void aClickOnTheSelectedRowOpensTheInspectorAgain(KeyCode screen, String list, String row, String other,
            FxRobot robot) {
        robot.press(screen).release(screen);
        eventually(() -> find(list) != null && !rows(list, row).isEmpty());
        robot.clickOn(rows(list, row).getFirst());
        eventually(() -> find("inspector") != null && allText("inspector").contains(row));

        robot.type(KeyCode.ESCAPE);
        eventually(() -> find("inspector") == null);
        robot.clickOn(rows(list, row).getFirst(), MouseButton.SECONDARY);
        WaitForAsyncUtils.waitForFxEvents();
        assertThat(find("inspector")).as("after a click for the menu").isNull();
        robot.type(KeyCode.ESCAPE);
        robot.clickOn(rows(list, row).getFirst());
        eventually(() -> find("inspector") != null && allText("inspector").contains(row));

        robot.press(KeyCode.CONTROL, KeyCode.K).release(KeyCode.K, KeyCode.CONTROL);
        robot.write(other);
        robot.type(KeyCode.ENTER);
        eventually(() -> allText("inspector").contains(other) && !allText("inspector").contains(row));
        robot.clickOn(rows(list, row).getFirst());
        eventually(() -> allText("inspector").contains(row));
    }

    private List<Node> rows(String list, String text) {
        return find(list).lookupAll(".label").stream()
                .filter(label -> label instanceof Label words && words.getText().contains(text)).toList();
    }

    @Test
    void thePaletteOfOneMatchHasNoRoomForAnother(FxRobot robot) {
        robot.press(KeyCode.CONTROL, KeyCode.K).release(KeyCode.K, KeyCode.CONTROL);
        eventually(() -> find("palette-list") instanceof ListView<?> list && list.getItems().size() > 14
                && list.getHeight() > 400);
        robot.write("h10002");
        eventually(() -> find("palette-list") instanceof ListView<?> list && list.getItems().size() == 1
                && list.getHeight() == list.getFixedCellSize());
        robot.type(KeyCode.ESCAPE);
    }

    @Test
    void thePaletteFindsScreensAndObjects(FxRobot robot) {
        robot.press(KeyCode.CONTROL, KeyCode.K).release(KeyCode.K, KeyCode.CONTROL);
        robot.write("h10002");
        robot.type(KeyCode.ENTER);

        eventually(() -> find("inspector") != null && allText("inspector").contains("h100-02"));
        assertThat(allText("inspector")).contains("1 withheld from the scheduler");
        robot.type(KeyCode.ESCAPE);
        eventually(() -> find("inspector") == null);
    }

    @Test
    void aClickOnANodeFillsTheInspectorAndItsPagesAreReadOnDemand(FxRobot robot) {
        eventually(() -> find("figure-gpus") != null);
        var heatmap = (FleetHeatmapPane) find("fleet-heatmap");
        robot.clickOn(heatmap.localToScreen(60, 60));
        eventually(() -> find("inspector") != null && allText("inspector").contains("h100-01"));

        robot.type(KeyCode.E);
        eventually(() -> allText("inspector").contains("FailedScheduling × 9"));
        robot.type(KeyCode.Y);
        eventually(() -> find("inspector-yaml") != null);
    }

    @Test
    void theCardUnderThePointerSaysWhoHoldsAGpu(FxRobot robot) {
        eventually(() -> find("figure-gpus") != null);
        var heatmap = (FleetHeatmapPane) find("fleet-heatmap");
        robot.moveTo(heatmap.localToScreen(24, 40));

        eventually(() -> rootPane.node().lookup(".hover-card") instanceof Region card && card.isVisible());
        var card = (Region) rootPane.node().lookup(".hover-card");
        var names = card.lookupAll(".label").stream().map(label -> ((Label) label).getText()).toList();
        assertThat(names).contains("h100-01", "6 of 8 allocated, 2 free").anyMatch(name -> name.contains("train-0"));
        assertThat(card.lookupAll(".label")).allSatisfy(
                label -> assertThat(((Label) label).getWidth()).isGreaterThan(((Label) label).prefWidth(-1) - 1));

        robot.interact(() -> {
            BorderPane.setAlignment(heatmap, Pos.TOP_LEFT);
            heatmap.setMaxHeight(card.getHeight() + 10);
        });
        eventually(() -> heatmap.getHeight() < card.getHeight() + 11);
        assertThat(card.isVisible()).isTrue();
        assertThat(card.getLayoutY() + card.getHeight()).as("in sight when there is less room")
                .isLessThanOrEqualTo(heatmap.getHeight());
    }

    @Test
    void arrowsMoveTheSelectionInTheHeatmap(FxRobot robot) {
        eventually(() -> find("figure-gpus") != null);
        var heatmap = (FleetHeatmapPane) find("fleet-heatmap");
        robot.interact(heatmap::requestFocus);
        robot.type(KeyCode.RIGHT);
        assertThat(heatmap.selectionProperty().get()).containsExactly("h100-01");
        robot.type(KeyCode.RIGHT);
        assertThat(heatmap.selectionProperty().get()).containsExactly("h100-02");
    }

    @Test
    void lensesAreALetterAway(FxRobot robot) {
        eventually(() -> find("figure-gpus") != null);
        robot.interact(() -> find("fleet-heatmap").requestFocus());
        robot.type(KeyCode.O);
        eventually(() -> allText("fleet-legend").contains("research"));
        robot.type(KeyCode.H);
        eventually(() -> allText("fleet-legend").contains("Healthy"));
    }

    @Test
    void lostContactIsSaidAboveEveryScreenAndCanBeRetried(FxRobot robot) {
        var problem = Problem.of(OperationProblemKind.UNREACHABLE, "Nobody answers at prod-eu.example:6443")
                .withDetail("connection refused");
        show(with(new SessionConnectionStatus.StaleConnection(problem, Sample.NOW.minusSeconds(120), 4,
                Sample.NOW.plusSeconds(8))));

        eventually(() -> text("connection").equals("stale since 13:58:00"));
        assertThat(allText("banner")).contains("Stale: data from 13:58:00, 2 min ago").contains("connection refused");
        robot.clickOn("#banner-retry");
        assertThat(desk.retries).isEqualTo(1);

        show(sample().snapshot());
        eventually(() -> text("connection").equals("live"));
        robot.clickOn("#banner-retry");
        assertThat(desk.retries).as("it is over, and what is clicked is not what would come in its place").isEqualTo(1);
        assertThat(allText("banner")).contains("Resolved.");
        robot.moveTo("#connection");
        eventually(() -> !find("banner").isVisible());
    }

    @Test
    void whatMayNotBeSeenIsUnknownNotZero() {
        var snapshot = sample().snapshot();
        show(new ClusterSnapshot(2, snapshot.at(), snapshot.connection(), snapshot.nodeHealth(),
                new SnapshotCollectionHealth.UnavailableCollection(FORBIDDEN), snapshot.podScope(),
                new Sample().with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8)).snapshot().nodes(),
                List.of(), Duration.ZERO));

        eventually(() -> find("figure-allocated") != null && allText("figure-allocated").contains("–"));
        assertThat(allText("figure-free")).contains("–");
        assertThat(allText("banner")).contains("You may not list pods").contains("cannot list resource");
        assertThat(text("status-counts")).contains("GPU pods unknown");
    }

    @Test
    void partialSightIsALowerBound() {
        var snapshot = sample().snapshot();
        show(new ClusterSnapshot(2, snapshot.at(), snapshot.connection(), snapshot.nodeHealth(), snapshot.podHealth(),
                new VisiblePodScope.NamespacedScope(List.of("ml", "research"), FORBIDDEN), snapshot.nodes(),
                snapshot.unbound(), Duration.ZERO));

        eventually(() -> allText("figure-allocated").contains("≥ 7"));
        assertThat(allText("figure-free")).contains("≤ ");
        assertThat(allText("banner")).contains("2 namespaces");
    }

    @Test
    void whilePodsAreStillBeingReadNothingIsCalledFree() {
        var snapshot = sample().snapshot();
        show(new ClusterSnapshot(2, snapshot.at(), snapshot.connection(), snapshot.nodeHealth(),
                new SnapshotCollectionHealth.LoadingCollection(7, 40), snapshot.podScope(), snapshot.nodes(), List.of(),
                Duration.ZERO));

        eventually(() -> allText("figure-allocated").contains("≥ 7"));
        assertThat(allText("figure-pending-pods")).contains("≥ 0").contains("pod list incomplete");
        assertThat(allText("fleet-legend")).contains("No data").doesNotContain("Free");
        assertThat(find("fleet-heatmap").getAccessibleText()).doesNotContain("free");
    }

    @Test
    void refusalIsAStateOfItsOwnWithTheServersWords(FxRobot robot) {
        show(new ClusterSnapshot(2, Sample.NOW, new SessionConnectionStatus.RefusedConnection(FORBIDDEN),
                new SnapshotCollectionHealth.UnavailableCollection(FORBIDDEN),
                new SnapshotCollectionHealth.UnavailableCollection(FORBIDDEN), new VisiblePodScope.AllPods(), List.of(),
                List.of(), Duration.ZERO));

        eventually(() -> text("connection").equals("not permitted"));
        eventually(() -> find("placeholder-retry") instanceof Button);
        assertThat(
                String.join(" ",
                        rootPane.node().lookupAll(".placeholder .label").stream()
                                .map(label -> ((Label) label).getText()).toList()))
                .contains("You may not list pods", "cannot list resource", "Ask for the verb list");
        robot.clickOn("#placeholder-retry");
        assertThat(desk.retries).isEqualTo(1);
    }

    @Test
    void theConnectionSaysWhichKubernetesAnswers(FxRobot robot) {
        eventually(() -> text("connection").equals("live"));
        robot.clickOn("#connection");

        eventually(() -> robot.lookup("#connection-version").tryQuery()
                .map(label -> ((Label) label).getText().equals("Kubernetes v1.36.2 on linux/amd64")).orElse(false));
    }

    @Test
    void theLockShowsAndChangesTheAccess(FxRobot robot) {
        eventually(() -> text("lock").equals("read-only"));
        robot.clickOn("#lock");
        eventually(() -> text("lock").equals("changes allowed"));
    }

    @Test
    void aNamespaceIsFoundByTypingAPartOfItsName(FxRobot robot) {
        eventually(() -> find("figure-gpus") != null);
        robot.clickOn("#namespace");
        eventually(() -> robot.lookup("#namespace-field").tryQuery().map(Node::isFocused).orElse(false));
        robot.write("resea").type(KeyCode.ENTER);

        eventually(() -> text("namespace").equals("research"));
        eventually(() -> allText("fleet-legend").contains("Used outside research"));
    }

    @Test
    void enterOpensNoClusterThatNobodyChose(FxRobot robot) {
        robot.clickOn("#context");
        eventually(() -> robot.lookup("#context-field").tryQuery().map(Node::isFocused).orElse(false));
        robot.type(KeyCode.ENTER);
        assertThat(desk.clusters.get().openContext()).isEqualTo("prod-eu");

        robot.write("research").type(KeyCode.ENTER);
        eventually(() -> desk.clusters.get().openContext().equals("research-us"));
    }

    @Test
    void anotherClusterIsOpenedFromTheList(FxRobot robot) {
        robot.clickOn("#context").clickOn("research-us");

        eventually(() -> desk.clusters.get().openContext().equals("research-us"));
        eventually(() -> text("context").contains("research-us"));
    }

    @Test
    void theThemeIsAKeyAway(FxRobot robot) {
        robot.press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.T).release(KeyCode.T, KeyCode.SHIFT, KeyCode.CONTROL);

        eventually(() -> theme == ColorTheme.LIGHT);
    }

    @Test
    void theInspectorSaysWhenItsObjectIsGone(FxRobot robot) {
        robot.interact(() -> rootPane.inspect(tessera.model.ObjectRef.pod("ml", "train-0")));
        eventually(() -> find("inspector") != null && allText("inspector").contains("pod · ml · Running"));
        show(new Sample().with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8)).snapshot());

        eventually(() -> allText("inspector").contains("The object is no longer in the cluster."));
    }
}
