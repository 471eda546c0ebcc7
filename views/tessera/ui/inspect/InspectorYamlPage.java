package tessera.ui.inspect;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.intent.EditObjectIntent;
import tessera.text.MessageCatalog;
import tessera.ui.OpenClusterSource;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;
import tessera.ui.change.ManifestErrorFocus;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.yaml.YamlEditorPane;

/** The inspector's page with an object as YAML, read repeatedly while in sight; an edit becomes a change. FX thread. */
final class InspectorYamlPage {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorYamlPage.class);
    private static final Duration PACE = Duration.ofSeconds(5);

    private final OpenClusterSource services;
    private final DateTimeFormatter clock;
    private final Label note = TextLabelFactory.wrapped("", "small", "yaml-note");
    private final BorderPane page = new BorderPane();
    private final CheckMenuItem managed = new CheckMenuItem(MESSAGES.text("yaml.managed"));
    private final MenuButton viewMenu = new MenuButton(MESSAGES.text("yaml.view"), null, managed);
    private final YamlEditDrafts drafts = new YamlEditDrafts();
    private final PollingQuery<ObjectYamlAnswer> reading;
    private final YamlProblemRenderer problem;
    /** Made when the page is first looked at: its classes and its parts take their time. */
    private volatile @Nullable YamlEditorPane editor;
    private Optional<ObjectYamlAnswer> displayedAnswer = Optional.empty();
    private Optional<String> editBlocker = Optional.empty();
    private volatile ObjectYamlQuery asked = new ObjectYamlQuery(ObjectRef.node(""), false);
    private Optional<YamlEditSession> editing = Optional.empty();
    private EditedYamlChangeStarter edits;
    private ObjectRef target = ObjectRef.node("");

    /**
     * An empty page.
     *
     * @param clockAndTimeZone the steps in which it may be read anew, and where that is told
     * @param again   reads once more
     * @param problem prints why there is nothing to show
     */
    InspectorYamlPage(OpenClusterSource services, ClockAndTimeZone clockAndTimeZone, Runnable again,
            YamlProblemRenderer problem) {
        this.services = services;
        this.problem = problem;
        edits = new EditedYamlChangeStarter((changeIntent, refused) -> {},
                object -> services.clusters().get().readOnlyReason());
        clock = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(clockAndTimeZone.zone());
        note.setId("inspector-yaml-note");
        reading = new PollingQuery<>(services, clockAndTimeZone.now(), PACE,
                new PollingQueryCallbacks<>(this::readAnswer, this::onAnswer, this::showProblem, () -> {}));
        var anew = InputControlFactory.menuItem(MESSAGES.text("yaml.reload"), again);
        managed.setId("inspector-yaml-managed");
        managed.setOnAction(event -> again.run());
        viewMenu.setId("inspector-yaml-view");
        viewMenu.getItems().add(anew);
    }

    /** An edit of an object, begun from what was read. */
    private record YamlEditSession(YamlEditDrafts.EditDraftKey key, ObjectYamlAnswer original) {}

    /** The object to read, with or without managed fields. */
    private record ObjectYamlQuery(ObjectRef object, boolean managed) {}

    /**
     * An object as it was read.
     *
     * @param object where the cluster has it
     * @param readAt     when it came; empty where that is no longer known
     */
    private record ObjectYamlAnswer(ObjectYamlQuery query, ObjectRef object, YamlEditorPane.DisplayableYaml ready,
            Optional<Instant> readAt) {

        String text() {
            return ready.text();
        }
    }

    /** Shows problems on a page. */
    interface YamlProblemRenderer {
        void showProblem(VBox page, Problem problem);
    }

    BorderPane node() {
        return page;
    }

    private YamlEditorPane editor() {
        var made = editor;
        if (made == null) {
            made = new YamlEditorPane("inspector-yaml");
            editor = made;
        }
        return made;
    }

    /** Sets the actions that turn an edit into a change. */
    void setEdits(EditedYamlChangeStarter changeStarter) {
        edits = changeStarter;
    }

    /** Reports that an edit was applied to the cluster, so that its draft is removed. */
    void onEdited(EditObjectIntent edit) {
        var key = draftPlace(edit.object());
        drafts.forget(key, edit.after());
        if (editing.filter(session -> session.key().equals(key)).isPresent() && editor().text().equals(edit.after())) {
            showAgain();
        }
    }

    private void showAgain() {
        displayedAnswer.ifPresent(this::showAnswer);
        reading.refresh();
    }

    /** Shows nothing, cancels pending reads and keeps an unfinished edit as a draft. */
    void clear() {
        reading.setWatched(false);
        displayedAnswer = Optional.empty();
        if (editor == null) {
            return;
        }
        var text = editor().text();
        editing.filter(session -> !text.equals(session.original().text())).ifPresent(
                session -> drafts.keep(session.key(), new YamlEditDrafts.YamlEditDraft(session.original().object(),
                        session.original().text(), session.original().query().managed(), text)));
        showUnedited(editor().prepare(""));
    }

    /** Reads an object while its page is in sight. */
    void look(ObjectRef object, boolean chosen) {
        if (chosen && (!editor().isEdited() || !object.equals(target))) {
            beginReading(object);
        }
        reading.setWatched(chosen);
    }

    private void showUnedited(YamlEditorPane.DisplayableYaml text) {
        editing = Optional.empty();
        editor().show(text);
    }

    private ObjectYamlAnswer readAnswer() throws ProblemException, InterruptedException {
        var query = asked;
        var object = services.clusterServices().resolveRef(query.object());
        return new ObjectYamlAnswer(query, object,
                editor().prepare(services.clusterServices().yamlOf(object, query.managed())),
                Optional.of(Clock.systemUTC().instant()));
    }

    private void onAnswer(ObjectYamlAnswer now) {
        if (!now.query().equals(asked)) {
            return;
        }
        var before = displayedAnswer;
        displayedAnswer = Optional.of(now);
        if (editing.isPresent()) {
            showConcurrentChange(editing.get().original(), now);
        } else if (before.isEmpty()) {
            showAnswer(now);
        } else {
            if (!now.text().equals(before.get().text())) {
                editor().showUpdate(now.text());
            }
            if (!editBlocker.equals(edits.blocker().apply(now.object()))) {
                showReadTools();
            }
            showReadNote(now);
        }
    }

    /** Shows the time of reading and why the object cannot be edited. */
    private void showReadNote(ObjectYamlAnswer answer) {
        setNote(answer.readAt().map(at -> MESSAGES.text("yaml.readAt", clock.format(at), editBlocker)).orElse(""),
                false);
    }

    private void showConcurrentChange(ObjectYamlAnswer original, ObjectYamlAnswer now) {
        boolean other = !now.text().equals(original.text());
        boolean anew = !now.ready().uid().equals(original.ready().uid());
        setNote(changeNoteText(other, anew, original, now), other);
    }

    private String changeNoteText(boolean other, boolean anew, ObjectYamlAnswer original, ObjectYamlAnswer now) {
        if (other) {
            return MESSAGES.text(anew ? "yaml.recreated" : "yaml.changed", original.readAt().map(clock::format));
        }
        return MESSAGES.text("yaml.unchanged", now.readAt().map(clock::format));
    }

    private void showProblem(Problem why) {
        if (displayedAnswer.isEmpty() && editing.isEmpty()) {
            var box = new VBox();
            problem.showProblem(box, why);
            page.setTop(null);
            page.setCenter(box);
            return;
        }
        var last = displayedAnswer.flatMap(ObjectYamlAnswer::readAt).map(clock::format);
        boolean gone = why.kind() == Problem.OperationProblemKind.NOT_FOUND;
        setNote(MESSAGES.text(gone ? "yaml.gone" : "yaml.stale", why.headline(), last), true);
    }

    private void setNote(String text, boolean warning) {
        note.setText(text);
        note.getStyleClass().removeAll("muted", "warn-text");
        note.getStyleClass().add(warning ? "warn-text" : "muted");
    }

    private YamlEditDrafts.EditDraftKey draftPlace(ObjectRef object) {
        return new YamlEditDrafts.EditDraftKey(services.clusters().get().openContext(), object);
    }

    /** Removes the content, too. */
    void leave() {
        clear();
        page.setTop(null);
        page.setCenter(null);
    }

    private void beginReading(ObjectRef object) {
        target = object;
        asked = new ObjectYamlQuery(object, managed.isSelected());
        var draft = drafts.take(draftPlace(object));
        if (draft.isPresent()) {
            managed.setSelected(draft.get().managed());
            asked = new ObjectYamlQuery(object, draft.get().managed());
            var original = new ObjectYamlAnswer(asked, draft.get().object(), editor().prepare(draft.get().original()),
                    Optional.empty());
            showAnswer(original);
            beginEdit(original);
            editor().replaceText(draft.get().text());
        } else if (displayedAnswer.filter(answer -> answer.query().object().equals(object)).isEmpty()) {
            displayedAnswer = Optional.empty();
            page.setCenter(
                    InspectorPageElementFactory.section("", TextLabelFactory.label(MESSAGES.text("reading"), "muted")));
        }
    }

    private void showAnswer(ObjectYamlAnswer answer) {
        displayedAnswer = Optional.of(answer);
        showUnedited(answer.ready());
        showReadTools();
        showReadNote(answer);
        page.setCenter(editor().node());
    }

    private void showReadTools() {
        var copy = new Button(MESSAGES.text("yaml.copy"), FontIcon.COPY.node());
        copy.setId("inspector-yaml-copy");
        copy.setOnAction(event -> TextLabelFactory.copy(displayedAnswer.map(ObjectYamlAnswer::text).orElse("")));
        setTools(copy, foldButton(), viewMenu, editButton());
    }

    private void setTools(Node... parts) {
        var tools = LayoutBoxFactory.withStyle(LayoutBoxFactory.row(8, parts), "table-tools");
        page.setTop(new VBox(tools, note));
    }

    private Button foldButton() {
        var fold = new Button();
        fold.setId("inspector-yaml-fold");
        fold.textProperty().bind(Bindings.when(editor().foldedProperty()).then(MESSAGES.text("yaml.unfold"))
                .otherwise(MESSAGES.text("yaml.fold")));
        fold.setOnAction(event -> editor().setFolded(!editor().foldedProperty().get()));
        return fold;
    }

    private Button editButton() {
        var edit = InputControlFactory.button("inspector-yaml-edit", MESSAGES.text("yaml.edit"),
                () -> displayedAnswer.ifPresent(this::beginEdit));
        editBlocker = displayedAnswer.flatMap(answer -> edits.blocker().apply(answer.object()));
        edit.setDisable(editBlocker.isPresent());
        return edit;
    }

    private void beginEdit(ObjectYamlAnswer original) {
        editing = Optional.of(new YamlEditSession(draftPlace(target), original));
        editor().setEditable(true);
        var preview = LayoutBoxFactory.withStyle(new Button(MESSAGES.text("yaml.preview")), "accent");
        preview.setId("inspector-yaml-preview");
        var force = new CheckMenuItem(MESSAGES.text("yaml.force"));
        force.setId("inspector-yaml-force");
        // Two clicks away, as it stands where what begins an edit stood.
        var options = new MenuButton(MESSAGES.text("yaml.options"), null, force);
        options.setId("inspector-yaml-options");
        preview.setOnAction(event -> {
            editor().goToMistake();
            edits.begin().accept(
                    new EditObjectIntent(original.object(), original.text(), editor().text(), force.isSelected()),
                    ManifestErrorFocus.caretMover(editor()));
        });
        var discard = InputControlFactory.button("inspector-yaml-discard", MESSAGES.text("yaml.discard"),
                this::showAgain);
        setTools(preview, discard, options);
    }

    /** Drafts of YAML edits that were left unfinished, kept while the window is open. FX thread. */
    private static final class YamlEditDrafts {

        private final Map<EditDraftKey, YamlEditDraft> draftsByKey = new HashMap<>();

        /** Key of a draft: cluster and object, because objects of different clusters may have the same name. */
        record EditDraftKey(String cluster, ObjectRef object) {

            /** Whichever version of it is looked at. */
            EditDraftKey {
                object = ObjectRef.unresolved(object.group(), object.kind(), object.namespace(), object.name());
            }
        }

        /**
         * A draft of an edit.
         *
         * @param object   where the cluster had it
         * @param original as it was read
         * @param managed  whether it was read with managed fields
         * @param text     as it was left
         */
        record YamlEditDraft(ObjectRef object, String original, boolean managed, String text) {}

        void keep(EditDraftKey key, YamlEditDraft draft) {
            draftsByKey.put(key, draft);
        }

        /** Removes and returns the draft of an object. */
        Optional<YamlEditDraft> take(EditDraftKey key) {
            return Optional.ofNullable(draftsByKey.remove(key));
        }

        /** Removes a draft if it has just this text. */
        void forget(EditDraftKey key, String text) {
            draftsByKey.entrySet()
                    .removeIf(draft -> draft.getKey().equals(key) && draft.getValue().text().equals(text));
        }
    }
}
