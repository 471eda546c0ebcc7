package tessera.ui.launch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.flow.LatestValue;
import tessera.insight.AcceleratorCatalog;
import tessera.launch.WorkloadLaunchDraft;
import tessera.lint.source.ManifestJsonConverter;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.quota.KueuePodPlacementPredictor;
import tessera.scheduling.PredictedPodPlacement;
import tessera.scheduling.spec.ManifestPodFinder;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.PerClusterValue;
import tessera.ui.change.SchedulingRemedyChanges;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/**
 * Fit of a manifest's pods if they were created now: node answers and remedies. Looked at anew whenever the manifest is another. FX thread.
 */
final class ManifestPodFitReader {

    /** Who types is not looked after at every letter. */
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final AppServices desk;
    private final AcceleratorCatalog accelerators;
    private final SchedulingRemedyChanges remedies;
    private final Label state = SelectableText.label("", "small", "muted");
    private final Hyperlink again = new Hyperlink("Look again");
    private final VBox said = new VBox(8);
    private final VBox node = new VBox(8);
    private final BackgroundQuery<ManifestFitReport> looking = new BackgroundQuery<>(this::showReport,
            this::showProblem);
    private final PerClusterValue<KueuePodPlacementPredictor> around = new PerClusterValue<>(
            KueuePodPlacementPredictor::new);
    private List<PodFitRows> rows = List.of();
    private List<String> gaps = List.of();
    private List<Optional<String>> against = List.of();
    private Optional<LatestValue.ObserverRegistration> watching = Optional.empty();
    private String text = "";
    private String namespace = "";

    /**
     * The outcomes of a fit check.
     *
     * @param gapTexts whose pods are not known, and why, a sentence each without a full stop
     */
    private record ManifestFitReport(List<PredictedPodPlacement> launches, List<String> gapTexts) {}

    /** One that has looked at nothing yet. */
    ManifestPodFitReader(AppServices desk, AcceleratorCatalog accelerators, SchedulingRemedyChanges remedies) {
        this.desk = desk;
        this.remedies = remedies;
        this.accelerators = accelerators;
        var title = SelectableText.label("Fit", "section-title");
        title.setMinWidth(Region.USE_PREF_SIZE);
        again.getStyleClass().add("small");
        again.setOnAction(event -> checkAgain());
        again.setMinWidth(Region.USE_PREF_SIZE);
        var head = new HBox(8, title, state, again);
        head.setAlignment(Pos.BASELINE_LEFT);
        node.getChildren().setAll(head, said);
        node.setId("launch-fit");
        node.getStyleClass().add("launch-fit");
        node.sceneProperty().subscribe(scene -> {
            watching.ifPresent(LatestValue.ObserverRegistration::close);
            watching = Optional.ofNullable(scene).map(_ -> remedies.observe(this::refreshOffers));
        });
        clear();
    }

    Node node() {
        return node;
    }

    /** Shows nothing, as there is no manifest. */
    void clear() {
        looking.cancel();
        text = "";
        rows = List.of();
        gaps = List.of();
        said.getChildren().clear();
        state.setText("");
        again.setVisible(false);
    }

    /** Updates the offered changes for the current state. */
    private void refreshOffers() {
        if (!offerBlockers().equals(against)) {
            render();
        }
    }

    private List<Optional<String>> offerBlockers() {
        return rows.stream().flatMap(PodFitRows::offerBlockers).toList();
    }

    /** Shows no fit yet, and what it waits for. */
    void postpone(String until) {
        clear();
        state.setText(until);
    }

    /** Checks the fit of a draft that differs from the one before. */
    void check(WorkloadLaunchDraft draft) {
        if (!draft.syntaxProblem().isEmpty()) {
            postpone("judged once the manifest can be read");
        } else if (!draft.text().equals(text) || !draft.filledTemplate().namespace().equals(namespace)) {
            text = draft.text();
            namespace = draft.filledTemplate().namespace();
            startCheck();
        }
    }

    /** Checks the last draft again, because the cluster may have changed. */
    void checkAgain() {
        around.invalidate();
        if (!text.isEmpty()) {
            startCheck();
        }
    }

    private void startCheck() {
        state.setText("looking at each node…");
        again.setVisible(false);
        var manifest = text;
        var place = namespace;
        looking.submit(() -> {
            Thread.sleep(PAUSE);
            return computeFit(manifest, place);
        });
    }

    /** Computes the fit; waits for the cluster. */
    private ManifestFitReport computeFit(String manifest, String place) throws ProblemException, InterruptedException {
        var fleet = desk.newFleetReader(accelerators).read(desk.snapshots().get(),
                desk.deviceReadings().get());
        var launches = around.valueFor(desk.clusterServices());
        var brought = launches
                .resolveRuntimes(ManifestPodFinder.readContents(ManifestJsonConverter.parseDocuments(manifest), place));
        return new ManifestFitReport(
                launches.checkResolved(fleet, brought).stream()
                        .map(outcome -> outcome.withCommandTarget(desk.commandTarget())).toList(),
                brought.gaps());
    }

    private void showProblem(Problem problem) {
        rows = List.of();
        gaps = List.of();
        state.setText("");
        again.setVisible(true);
        said.getChildren().setAll(SelectableText.withSign(StatusGlyph.UNREACHABLE, problem.problemText(), "small"));
    }

    private void showReport(ManifestFitReport judged) {
        var launches = judged.launches();
        gaps = judged.gapTexts();
        again.setVisible(true);
        state.setText(launches.isEmpty() && gaps.isEmpty() ? "it brings no pods that could be judged"
                : launches.size() > 1 ? "each as if it came alone" : "");
        rows = launches.stream().map(launch -> new PodFitRows(launch, launch.displayName(launches), remedies)).toList();
        render();
    }

    private void render() {
        against = offerBlockers();
        said.getChildren().setAll(rows.stream().map(row -> row.rowsNode(rows.size() > 1)).toList());
        gaps.forEach(
                gap -> said.getChildren().add(SelectableText.withSign(StatusGlyph.UNREACHABLE, gap, "small", "muted")));
    }
}
