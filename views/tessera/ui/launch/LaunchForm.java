package tessera.ui.launch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.ListView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.insight.Accelerators;
import tessera.launch.Template;
import tessera.launch.Templates;
import tessera.lint.finding.Finding;
import tessera.lint.finding.Severity;
import tessera.lint.subject.Manifest;
import tessera.model.Problem;
import tessera.plan.intent.LaunchIntent.Launch;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.change.FormResult;
import tessera.ui.change.ResultForm;
import tessera.ui.kit.Scrolled;

/** Which workload is to run: a template, what it leaves open, and beside it the manifest that comes of it. */
final class LaunchForm implements ResultForm {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String LOOKING = "Looking what the cluster offers…";

    private final List<Template> templates = Templates.bundled().all();
    private final ListView<Template> list = new ListView<>();
    private final VBox place = new VBox();
    private final Outlook outlook = new Outlook();
    private final BorderPane node = new BorderPane();
    private final FormResult result = new FormResult();
    private @Nullable Offered offered;
    private TemplateFields fields;
    private Template template = templates.getFirst();

    LaunchForm(Desk desk, Accelerators accelerators) {
        fields = new TemplateFields(template, Map.of(), this::look);
        list.setId("launch-templates");
        result.complain(LOOKING);
        list.getStyleClass().add("mig-configs");
        list.setCellFactory(view -> new TemplateCell(this::installed));
        list.getItems().setAll(templates);
        VBox.setVgrow(list, Priority.ALWAYS);
        var choose = new VBox(list);
        choose.getStyleClass().add("launch-choose");
        var questions = new BorderPane(Scrolled.down(place));
        questions.getStyleClass().add("launch-questions");
        node.setLeft(choose);
        var both = new BorderPane(outlook.node());
        both.setLeft(questions);
        node.setCenter(both);
        list.getSelectionModel().selectedItemProperty().addListener((selected, before, chosen) -> choose(chosen));
        list.getSelectionModel().selectFirst();
        new Lookup<>(this::know, this::excuse).ask(() -> Offered.read(desk, accelerators, templates));
    }

    private boolean installed(Template one) {
        var known = offered;
        return known == null || known.installed(one);
    }

    private void know(Offered known) {
        offered = known;
        list.refresh();
        fields.offer(known);
        look();
    }

    private void excuse(Problem why) {
        result.complain(why.sentence());
    }

    private void choose(@Nullable Template chosen) {
        if (chosen == null) {
            return;
        }
        var said = fields.settings();
        var kept = said.containsKey(Template.NAMESPACE) ? Map.of(Template.NAMESPACE, said.get(Template.NAMESPACE))
                : Map.<String, String>of();
        template = chosen;
        fields = new TemplateFields(chosen, kept, this::look);
        var known = offered;
        if (known != null) {
            fields.offer(known);
        }
        place.getChildren().setAll(fields.node());
        look();
    }

    /** Fills it in anew, looks at what comes of it, and says what is wrong. */
    private void look() {
        var known = offered;
        if (known == null) {
            return;
        }
        var settings = fields.settings();
        var complaints = template.complaints(settings);
        if (!complaints.isEmpty()) {
            result.complain(complaints.getFirst());
            return;
        }
        var filled = template.fill(settings, Optional.of(known.around()));
        var manifest = Manifest.read(filled.yaml());
        var findings = known.linter().check(manifest, Optional.of(known.around()));
        var resource = filled.settings().getOrDefault("resource", "");
        fields.tell(resource.isEmpty() ? ""
                : known.device(resource).map(Offered.Device::words)
                        .orElse("No node offers " + resource),
                filled.settings().getOrDefault("tolerations", ""));
        outlook.show(filled.yaml(), findings);
        var error = findings.stream().filter(finding -> finding.severity() == Severity.ERROR).findFirst();
        result.set(error.map(Finding::reason).orElse(""),
                () -> new Launch(manifest.title(), filled.command(), filled.yaml(), filled.namespace(),
                        PATIENCE));
    }

    @Override
    public String title() {
        return "Launch a workload";
    }

    @Override
    public String subject() {
        return "from a template";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public FormResult result() {
        return result;
    }

    @Override
    public void focus() {
        list.requestFocus();
    }
}
