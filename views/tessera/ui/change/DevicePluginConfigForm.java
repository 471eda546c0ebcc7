package tessera.ui.change;

import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import tessera.plan.intent.GpuSharingIntent;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.DevicePluginConfigProblem;
import tessera.sharing.DevicePluginConfigProblem.ConfigProblemEffect;
import tessera.text.MessageCatalog;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Form for a named configuration of the device plugin, validated while it is edited. */
final class DevicePluginConfigForm extends ChangeIntentForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DevicePluginConfigForm.class);
    private static final String BLANK = """
            version: v1
            sharing:
              timeSlicing:
                failRequestsGreaterThanOne: true
                resources:
                - name: nvidia.com/gpu
                  replicas: 4
            """;
    private static final int LINES = 16;

    private final String existingName;
    private final String before;
    private final TextField name = InputControlFactory.textField("config-name", MESSAGES.text("config.namePrompt"));
    private final TextArea text = new TextArea();
    private final Label summary = TextLabelFactory.wrapped("", "strong");
    private final VBox problemsBox = new VBox(8);

    /** @param existingName its name; empty for a new one */
    DevicePluginConfigForm(String existingName, String before) {
        super(existingName.isEmpty() ? MESSAGES.text("config.newTitle") : MESSAGES.text("config.editTitle"),
                existingName);
        this.existingName = existingName;
        this.before = before;
        name.setText(existingName);
        text.setId("config-text");
        text.getStyleClass().add("mono");
        text.setPrefRowCount(LINES);
        text.setText(existingName.isEmpty() && before.isEmpty() ? BLANK : before);
        problemsBox.setId("config-flaws");
        var form = new FormFieldGrid();
        if (existingName.isEmpty()) {
            form.addQuestion(MESSAGES.text("config.name"), name, MESSAGES.text("config.nameWhy"));
        }
        setContent(form.addQuestion(MESSAGES.text("config.content"), text, MESSAGES.text("config.contentWhy"))
                .addQuestion(MESSAGES.text("config.result"), new VBox(8, summary, problemsBox), "").node());
        evaluateWith(this::validate, name.textProperty(), text.textProperty());
    }

    private void validate() {
        var document = DevicePluginConfigDocument.parse(text.getText());
        summary.setText(sharingText(document));
        problemsBox.getChildren()
                .setAll(document.problems().stream().map(DevicePluginConfigForm::problemLine).toList());
        setResult(problemText(document), () -> GpuSharingIntent.writeConfig(name.getText().trim(), text.getText()));
    }

    private static String sharingText(DevicePluginConfigDocument document) {
        if (document.isRejected()) {
            return MESSAGES.text("config.rejected");
        }
        return document.shares().replicasByResource().isEmpty() ? MESSAGES.text("config.notShared")
                : MESSAGES.text("config.shared", document.shares().sharesText());
    }

    private static Node problemLine(DevicePluginConfigProblem configProblem) {
        return TextLabelFactory.withSign(
                configProblem.weight() == ConfigProblemEffect.REJECTED ? StatusGlyph.BROKEN : StatusGlyph.WARNING,
                configProblem.problemText());
    }

    private String problemText(DevicePluginConfigDocument document) {
        if (name.getText().isBlank()) {
            return MESSAGES.text("config.nameMissing");
        }
        if (!name.getText().trim().matches("[-._a-zA-Z0-9]{1,63}")) {
            return MESSAGES.text("config.nameInvalid", name.getText().trim());
        }
        if (document.isRejected()) {
            return MESSAGES.text("config.wouldBeRejected");
        }
        return text.getText().equals(before) ? MESSAGES.text("edit.unchanged") : "";
    }

    @Override
    protected void focus() {
        if (existingName.isEmpty()) {
            name.requestFocus();
        } else {
            text.requestFocus();
        }
    }
}
