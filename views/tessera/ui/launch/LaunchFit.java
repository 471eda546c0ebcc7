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
import tessera.insight.GpuFleet;
import tessera.launch.LaunchDraft;
import tessera.lint.source.ValueTrees;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.quota.QueuedLaunches;
import tessera.scheduling.LaunchOutcome;
import tessera.scheduling.spec.ManifestPods;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.PerCluster;
import tessera.ui.change.RemedyChanges;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/**
 * How the pods of a manifest would fare if they were made now: whether they find nodes, what each node says, and what would
 * help. Looked at anew whenever the manifest is another. FX thread.
 */
final class LaunchFit {

    /** Who types is not looked after at every letter. */
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final AppServices desk;
    private final AcceleratorCatalog accelerators;
    private final RemedyChanges remedies;
    private final Label state = SelectableText.label("", "small", "muted");
    private final Hyperlink again = new Hyperlink("Look again");
    private final VBox said = new VBox(8);
    private final VBox node = new VBox(8);
    private final AsyncQuery<FitReport> looking = new AsyncQuery<>(this::show, this::excuse);
    private final PerCluster<QueuedLaunches> around = new PerCluster<>(QueuedLaunches::new);
    private List<FitRows> rows = List.of();
    private List<String> gaps = List.of();
    private List<Optional<String>> against = List.of();
    private Optional<LatestValue.Observation> watching = Optional.empty();
    private String text = "";
    private String namespace = "";

    /**
     * What was found.
     *
     * @param gaps whose pods are not known, and why, a sentence each without a full stop
     */
    private record FitReport(List<LaunchOutcome> launches, List<String> gaps) {}

    /** One that has looked at nothing yet. */
    LaunchFit(AppServices desk, AcceleratorCatalog accelerators, RemedyChanges remedies) {
        this.desk = desk;
        this.remedies = remedies;
        this.accelerators = accelerators;
        var title = SelectableText.label("Fit", "section-title");
        title.setMinWidth(Region.USE_PREF_SIZE);
        again.getStyleClass().add("small");
        again.setOnAction(event -> again());
        again.setMinWidth(Region.USE_PREF_SIZE);
        var head = new HBox(8, title, state, again);
        head.setAlignment(Pos.BASELINE_LEFT);
        node.getChildren().setAll(head, said);
        node.setId("launch-fit");
        node.getStyleClass().add("launch-fit");
        node.sceneProperty().subscribe(scene -> {
            watching.ifPresent(LatestValue.Observation::close);
            watching = Optional.ofNullable(scene).map(_ -> remedies.observe(this::offerAnew));
        });
        clear();
    }

    Node node() {
        return node;
    }

    /** Says nothing, as there is no manifest. */
    void clear() {
        looking.cancel();
        text = "";
        rows = List.of();
        gaps = List.of();
        said.getChildren().clear();
        state.setText("");
        again.setVisible(false);
    }

    /** Offers what can be changed as things stand. */
    private void offerAnew() {
        if (!reasons().equals(against)) {
            print();
        }
    }

    private List<Optional<String>> reasons() {
        return rows.stream().flatMap(FitRows::reasons).toList();
    }

    /** Says nothing yet, and until when. */
    void postpone(String until) {
        clear();
        state.setText(until);
    }

    /** Looks at what stands there by now, if it is another than before. */
    void ask(LaunchDraft draft) {
        if (!draft.trouble().isEmpty()) {
            postpone("judged once the manifest can be read");
        } else if (!draft.text().equals(text) || !draft.filled().namespace().equals(namespace)) {
            text = draft.text();
            namespace = draft.filled().namespace();
            look();
        }
    }

    /** Looks once more at what it looked at last: the cluster may have changed. */
    void again() {
        around.forget();
        if (!text.isEmpty()) {
            look();
        }
    }

    private void look() {
        state.setText("looking at each node…");
        again.setVisible(false);
        var manifest = text;
        var place = namespace;
        looking.ask(() -> {
            Thread.sleep(PAUSE);
            return read(manifest, place);
        });
    }

    /** Waits for the cluster. */
    private FitReport read(String manifest, String place) throws Failure, InterruptedException {
        var fleet = new GpuFleet.FleetReader(accelerators).read(desk.snapshots().get(), desk.readings().get());
        var launches = around.of(desk.reached());
        var brought = launches.told(ManifestPods.of(ValueTrees.of(manifest), place));
        return new FitReport(launches.of(fleet, brought).stream().map(each -> each.in(desk.target())).toList(),
                brought.gaps());
    }

    private void excuse(Problem why) {
        rows = List.of();
        gaps = List.of();
        state.setText("");
        again.setVisible(true);
        said.getChildren().setAll(SelectableText.told(StatusGlyph.UNREACHABLE, why.sentence(), "small"));
    }

    private void show(FitReport judged) {
        var launches = judged.launches();
        gaps = judged.gaps();
        again.setVisible(true);
        state.setText(launches.isEmpty() && gaps.isEmpty() ? "it brings no pods that could be judged"
                : launches.size() > 1 ? "each as if it came alone" : "");
        rows = launches.stream().map(launch -> new FitRows(launch, launch.called(launches), remedies)).toList();
        print();
    }

    private void print() {
        against = reasons();
        said.getChildren().setAll(rows.stream().map(row -> row.of(rows.size() > 1)).toList());
        gaps.forEach(
                gap -> said.getChildren().add(SelectableText.told(StatusGlyph.UNREACHABLE, gap, "small", "muted")));
    }
}
