package tessera.ui.inspect;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.intent.EditObject;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingReader;
import tessera.ui.change.ManifestErrorFocus;
import tessera.ui.kit.IconFont;
import tessera.ui.kit.SelectableText;
import tessera.ui.yaml.YamlPane;

/** The inspector's page with an object as YAML, read repeatedly while in sight; an edit becomes a change. FX thread. */
final class YamlPage {

    private static final Duration PACE = Duration.ofSeconds(5);

    private final AppServices desk;
    private final DateTimeFormatter clock;
    private final Label note = SelectableText.wrapped("", "small", "yaml-note");
    private final YamlPane yaml = new YamlPane("inspector-yaml");
    private final BorderPane page = new BorderPane();
    private final CheckMenuItem managed = new CheckMenuItem("Managed fields");
    private final MenuButton view = new MenuButton("View", null, managed);
    private final EditDrafts drafts = new EditDrafts();
    private final PollingQuery<YamlAnswer> reading;
    private final YamlProblemView problem;
    private Optional<YamlAnswer> shown = Optional.empty();
    private Optional<String> against = Optional.empty();
    private volatile YamlQuery asked = new YamlQuery(ObjectRef.node(""), false);
    private Optional<EditSession> editing = Optional.empty();
    private YamlEdits edits;
    private ObjectRef target = ObjectRef.node("");

    /**
     * An empty page.
     *
     * @param time    the steps in which it may be read anew, and where that is told
     * @param again   reads once more
     * @param problem prints why there is nothing to show
     */
    YamlPage(AppServices desk, InspectorView.Time time, Runnable again, YamlProblemView problem) {
        this.desk = desk;
        this.problem = problem;
        edits = new YamlEdits((wanted, refused) -> {}, object -> desk.clusters().get().readOnlyReason());
        clock = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(time.zone());
        note.setId("inspector-yaml-note");
        reading = new PollingQuery<>(desk, time.now(), PACE,
                new PollingReader<>(this::readAnswer, this::onAnswer, this::showProblem, () -> {}));
        var anew = new MenuItem("Read again");
        anew.setOnAction(event -> again.run());
        managed.setId("inspector-yaml-managed");
        managed.setOnAction(event -> again.run());
        view.setId("inspector-yaml-view");
        view.getItems().add(anew);
    }

    /** An edit of an object, begun from what was read. */
    private record EditSession(EditDrafts.DraftPlace place, YamlAnswer original) {}

    /** The object to read, with or without managed fields. */
    private record YamlQuery(ObjectRef object, boolean managed) {}

    /**
     * An object as it was read.
     *
     * @param object where the cluster has it
     * @param readAt     when it came; empty where that is no longer known
     */
    private record YamlAnswer(YamlQuery query, ObjectRef object, YamlPane.PreparedYaml ready,
            Optional<Instant> readAt) {

        String text() {
            return ready.text();
        }
    }

    /** Shows problems on a page. */
    interface YamlProblemView {
        void showProblem(VBox page, Problem problem);
    }

    BorderPane node() {
        return page;
    }

    /** Sets the actions that turn an edit into a change. */
    void setEdits(YamlEdits ways) {
        edits = ways;
    }

    /** Reports that an edit was applied to the cluster, so that its draft is removed. */
    void onEdited(EditObject edit) {
        var place = draftPlace(edit.object());
        drafts.forget(place, edit.after());
        if (editing.filter(begun -> begun.place().equals(place)).isPresent() && yaml.text().equals(edit.after())) {
            showAgain();
        }
    }

    private void showAgain() {
        shown.ifPresent(this::showAnswer);
        reading.refresh();
    }

    /** Shows nothing, cancels pending reads and keeps an unfinished edit as a draft. */
    void clear() {
        var text = yaml.text();
        editing.filter(begun -> !text.equals(begun.original().text()))
                .ifPresent(begun -> drafts.keep(begun.place(), new EditDrafts.EditDraft(begun.original().object(),
                        begun.original().text(), begun.original().query().managed(), text)));
        reading.setWatched(false);
        shown = Optional.empty();
        showUnedited(yaml.prepare(""));
    }

    /** Reads an object while its page is in sight. */
    void look(ObjectRef object, boolean chosen) {
        if (chosen && (!yaml.isEdited() || !object.equals(target))) {
            beginReading(object);
        }
        reading.setWatched(chosen);
    }

    private void showUnedited(YamlPane.PreparedYaml text) {
        editing = Optional.empty();
        yaml.show(text);
    }

    private YamlAnswer readAnswer() throws Failure, InterruptedException {
        var wanted = asked;
        var object = desk.clusterServices().resolveRef(wanted.object());
        return new YamlAnswer(wanted, object, yaml.prepare(desk.clusterServices().yamlOf(object, wanted.managed())),
                Optional.of(Clock.systemUTC().instant()));
    }

    private void onAnswer(YamlAnswer now) {
        if (!now.query().equals(asked)) {
            return;
        }
        var before = shown;
        shown = Optional.of(now);
        if (editing.isPresent()) {
            showConcurrentChange(editing.get().original(), now);
        } else if (before.isEmpty()) {
            showAnswer(now);
        } else {
            if (!now.text().equals(before.get().text())) {
                yaml.showUpdate(now.text());
            }
            if (!against.equals(edits.blocker().apply(now.object()))) {
                showReadTools();
            }
            showReadNote(now);
        }
    }

    /** Shows the time of reading and why the object cannot be edited. */
    private void showReadNote(YamlAnswer answer) {
        setNote(answer.readAt().map(at -> "Read at " + clock.format(at)
                + against.map("; it cannot be edited: "::concat).orElse("")).orElse(""), false);
    }

    private void showConcurrentChange(YamlAnswer original, YamlAnswer now) {
        boolean other = !now.text().equals(original.text());
        boolean anew = !now.ready().uid().equals(original.ready().uid());
        setNote(other ? "%s in the cluster since this was read%s; Discard shows %s as it is now"
                .formatted(anew ? "Deleted and made anew" : "Changed", original.readAt()
                        .map(at -> " at " + clock.format(at)).orElse(""), anew ? "the new one" : "it")
                : "Not changed in the cluster, as of " + now.readAt().map(clock::format).orElse(""), other);
    }

    private void showProblem(Problem why) {
        if (shown.isEmpty() && editing.isEmpty()) {
            var box = new VBox();
            problem.showProblem(box, why);
            page.setTop(null);
            page.setCenter(box);
            return;
        }
        var last = shown.flatMap(YamlAnswer::readAt).map(clock::format);
        setNote((why.kind() == Problem.ProblemKind.NOT_FOUND ? "It is gone" : "It cannot be read anew")
                + last.map("; this is from "::concat).orElse("") + ": " + why.headline(), true);
    }

    private void setNote(String text, boolean warning) {
        note.setText(text);
        note.getStyleClass().removeAll("muted", "warn-text");
        note.getStyleClass().add(warning ? "warn-text" : "muted");
    }

    private EditDrafts.DraftPlace draftPlace(ObjectRef object) {
        return new EditDrafts.DraftPlace(desk.clusters().get().openContext(), object);
    }

    /** Removes the content, too. */
    void leave() {
        clear();
        page.setTop(null);
        page.setCenter(null);
    }

    private void beginReading(ObjectRef object) {
        target = object;
        asked = new YamlQuery(object, managed.isSelected());
        var draft = drafts.take(draftPlace(object));
        if (draft.isPresent()) {
            managed.setSelected(draft.get().managed());
            asked = new YamlQuery(object, draft.get().managed());
            var original = new YamlAnswer(asked, draft.get().object(), yaml.prepare(draft.get().original()),
                    Optional.empty());
            showAnswer(original);
            beginEdit(original);
            yaml.replaceText(draft.get().text());
        } else if (shown.filter(answer -> answer.query().object().equals(object)).isEmpty()) {
            shown = Optional.empty();
            page.setCenter(InspectorSections.section("", SelectableText.label("Reading…", "muted")));
        }
    }

    private void showAnswer(YamlAnswer answer) {
        shown = Optional.of(answer);
        showUnedited(answer.ready());
        showReadTools();
        showReadNote(answer);
        page.setCenter(yaml.node());
    }

    private void showReadTools() {
        var copy = new Button("Copy", IconFont.COPY.node());
        copy.setId("inspector-yaml-copy");
        copy.setOnAction(event -> SelectableText.copy(shown.map(YamlAnswer::text).orElse("")));
        setTools(copy, foldButton(), view, editButton());
    }

    private void setTools(Node... parts) {
        var tools = new HBox(8, parts);
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("table-tools");
        page.setTop(new VBox(tools, note));
    }

    private Button foldButton() {
        var fold = new Button();
        fold.setId("inspector-yaml-fold");
        fold.textProperty().bind(Bindings.when(yaml.foldedProperty()).then("Unfold all").otherwise("Fold all"));
        fold.setOnAction(event -> yaml.setFolded(!yaml.foldedProperty().get()));
        return fold;
    }

    private Button editButton() {
        var edit = new Button("Edit");
        edit.setId("inspector-yaml-edit");
        edit.setOnAction(event -> shown.ifPresent(this::beginEdit));
        against = shown.flatMap(answer -> edits.blocker().apply(answer.object()));
        edit.setDisable(against.isPresent());
        return edit;
    }

    private void beginEdit(YamlAnswer original) {
        editing = Optional.of(new EditSession(draftPlace(target), original));
        yaml.setEditable(true);
        var preview = new Button("Preview change…");
        preview.setId("inspector-yaml-preview");
        preview.getStyleClass().add("accent");
        var force = new CheckMenuItem("Overwrite what others change meanwhile in the same places");
        force.setId("inspector-yaml-force");
        // Two clicks away, as it stands where what begins an edit stood.
        var options = new MenuButton("Options", null, force);
        options.setId("inspector-yaml-options");
        preview.setOnAction(event -> {
            yaml.goToMistake();
            edits.begin().accept(new EditObject(original.object(), original.text(), yaml.text(), force.isSelected()),
                    ManifestErrorFocus.caretMover(yaml));
        });
        var discard = new Button("Discard");
        discard.setId("inspector-yaml-discard");
        discard.setOnAction(event -> showAgain());
        setTools(preview, discard, options);
    }
}
