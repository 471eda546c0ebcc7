package tessera.ui.launch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.flow.LatestValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.launch.WorkloadLaunchDraft;
import tessera.lint.source.ManifestJsonConverter;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.quota.KueuePodPlacementPredictor;
import tessera.scheduling.PredictedPodPlacement;
import tessera.scheduling.spec.ManifestPodFinder;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.PerClusterValue;
import tessera.ui.change.SchedulingRemedyOfferBuilder;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/**
 * Fit of a manifest's pods if they were created now: node answers and remedies. Looked at anew whenever the manifest is another. FX thread.
 */
final class ManifestPodFitPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ManifestPodFitPane.class);

    /** Who types is not looked after at every letter. */
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final OpenClusterSource services;
    private final AcceleratorCatalog accelerators;
    private final SchedulingRemedyOfferBuilder remedies;
    private final Label state = TextLabelFactory.label("", "small", "muted");
    private final Hyperlink retryLink = new Hyperlink(MESSAGES.text("fit.again"));
    private final VBox resultBox = new VBox(8);
    private final VBox node = new VBox(8);
    private final BackgroundQuery<ManifestFitReport> backgroundQuery = new BackgroundQuery<>(this::showReport,
            this::showProblem);
    private final PerClusterValue<KueuePodPlacementPredictor> perCluster = new PerClusterValue<>(
            KueuePodPlacementPredictor::new);
    private List<PodFitRows> rows = List.of();
    private List<String> problemTexts = List.of();
    private List<Optional<String>> displayedBlockers = List.of();
    private Optional<LatestValue.ObserverRegistration> watching = Optional.empty();
    private String text = "";
    private String namespace = "";

    /**
     * The outcomes of a fit check.
     *
     * @param gapTexts whose pods are not known, and why, a sentence each without a full stop
     */
    private record ManifestFitReport(List<PredictedPodPlacement> placements, List<String> gapTexts) {}

    /** One that has looked at nothing yet. */
    ManifestPodFitPane(OpenClusterSource services, AcceleratorCatalog accelerators,
            SchedulingRemedyOfferBuilder remedies) {
        this.services = services;
        this.remedies = remedies;
        this.accelerators = accelerators;
        var title = TextLabelFactory.whole(MESSAGES.text("fit.title"), "section-title");
        retryLink.getStyleClass().add("small");
        retryLink.setOnAction(event -> checkAgain());
        retryLink.setMinWidth(Region.USE_PREF_SIZE);
        var head = LayoutBoxFactory.baselineRow(8, title, state, retryLink);
        node.getChildren().setAll(head, resultBox);
        node.setId("launch-fit");
        node.getStyleClass().add("launch-fit");
        node.sceneProperty().subscribe(scene -> watchScene(scene, remedies));
        clear();
    }

    private void watchScene(Scene scene, SchedulingRemedyOfferBuilder remedies) {
        watching.ifPresent(LatestValue.ObserverRegistration::close);
        watching = Optional.ofNullable(scene).map(_ -> remedies.observe(this::refreshOffers));
    }

    Node node() {
        return node;
    }

    /** Shows nothing, as there is no manifest. */
    void clear() {
        backgroundQuery.cancel();
        text = "";
        rows = List.of();
        problemTexts = List.of();
        resultBox.getChildren().clear();
        state.setText("");
        retryLink.setVisible(false);
    }

    /** Updates the offered changes for the current state. */
    private void refreshOffers() {
        if (!offerBlockers().equals(displayedBlockers)) {
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
            postpone(MESSAGES.text("fit.unreadable"));
        } else if (!draft.text().equals(text) || !draft.filledTemplate().namespace().equals(namespace)) {
            text = draft.text();
            namespace = draft.filledTemplate().namespace();
            startCheck();
        }
    }

    /** Checks the last draft again, because the cluster may have changed. */
    void checkAgain() {
        perCluster.invalidate();
        if (!text.isEmpty()) {
            startCheck();
        }
    }

    private void startCheck() {
        state.setText(MESSAGES.text("fit.checking"));
        retryLink.setVisible(false);
        var manifest = text;
        var place = namespace;
        backgroundQuery.submit(() -> {
            Thread.sleep(PAUSE);
            return computeFit(manifest, place);
        });
    }

    /** Computes the fit; waits for the cluster. */
    private ManifestFitReport computeFit(String manifest, String place) throws ProblemException, InterruptedException {
        var fleet = services.currentFleet(accelerators);
        var predictor = perCluster.valueFor(services.clusterServices());
        var contents = predictor
                .resolveRuntimes(ManifestPodFinder.readContents(ManifestJsonConverter.parseDocuments(manifest), place));
        return new ManifestFitReport(
                predictor.checkResolved(fleet, contents).stream()
                        .map(outcome -> outcome.withCommandTarget(services.commandTarget())).toList(),
                contents.problemTexts());
    }

    private void showProblem(Problem problem) {
        rows = List.of();
        problemTexts = List.of();
        state.setText("");
        retryLink.setVisible(true);
        resultBox.getChildren()
                .setAll(TextLabelFactory.withSign(StatusGlyph.UNREACHABLE, problem.problemText(), "small"));
    }

    private void showReport(ManifestFitReport judged) {
        var launches = judged.placements();
        problemTexts = judged.gapTexts();
        retryLink.setVisible(true);
        state.setText(scopeText(launches));
        rows = launches.stream().map(launch -> new PodFitRows(launch, launch.displayName(launches), remedies)).toList();
        render();
    }

    private String scopeText(List<PredictedPodPlacement> launches) {
        if (launches.isEmpty() && problemTexts.isEmpty()) {
            return MESSAGES.text("fit.noPods");
        }
        if (launches.size() > 1) {
            return MESSAGES.text("fit.eachAlone");
        }
        return "";
    }

    private void render() {
        displayedBlockers = offerBlockers();
        resultBox.getChildren().setAll(rows.stream().map(row -> row.rowsNode(rows.size() > 1)).toList());
        problemTexts.forEach(gap -> resultBox.getChildren()
                .add(TextLabelFactory.withSign(StatusGlyph.UNREACHABLE, gap, "small", "muted")));
    }
}
