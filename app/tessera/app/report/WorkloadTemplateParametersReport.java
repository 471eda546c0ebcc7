package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Locale;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateParameter;
import tessera.yaml.TerminalSafeJsonFormatter;

/** A report on a template's open parameters. */
public final class WorkloadTemplateParametersReport {

    private final WorkloadTemplate template;

    public WorkloadTemplateParametersReport(WorkloadTemplate template) {
        this.template = template;
    }

    /** Returns the report as {@code json}, else in columns. */
    public String print(String form) {
        if (form.equals("json")) {
            var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Template")
                    .put("template", template.id()).put("title", template.title())
                    .put("description", template.description());
            var list = json.putArray("parameters");
            for (var parameter : template.parameters()) {
                var entry = list.addObject().put("key", parameter.key()).put("title", parameter.title())
                        .put("help", parameter.help()).put("type", parameter.type().name().toLowerCase(Locale.ROOT))
                        .put("usual", parameter.defaultValue()).put("needed", parameter.required());
                parameter.values().forEach(entry.putArray("values")::add);
            }
            return TerminalSafeJsonFormatter.format(json);
        }
        var table = new TextTable(List.of("KEY", "USUAL", "WHAT"));
        template.parameters()
                .forEach(parameter -> table.add(List.of(parameter.key(), defaultText(parameter), parameter.help())));
        return table.toColumns();
    }

    private static String defaultText(WorkloadTemplateParameter parameter) {
        if (parameter.defaultValue().isEmpty()) {
            if (parameter.required()) {
                return "(required)";
            }
            return "-";
        }
        return parameter.defaultValue();
    }
}
