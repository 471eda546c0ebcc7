package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Locale;
import tessera.launch.WorkloadTemplate;
import tessera.yaml.JsonText;

/** What a template leaves open. */
public final class TemplateReport {

    private final WorkloadTemplate template;

    public TemplateReport(WorkloadTemplate template) {
        this.template = template;
    }

    /** As {@code json}, else in columns. */
    public String print(String form) {
        if (form.equals("json")) {
            var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Template")
                    .put("template", template.id()).put("title", template.title())
                    .put("description", template.description());
            var list = json.putArray("parameters");
            for (var parameter : template.parameters()) {
                var entry = list.addObject().put("key", parameter.key()).put("title", parameter.title())
                        .put("help", parameter.help()).put("type", parameter.type().name().toLowerCase(Locale.ROOT))
                        .put("usual", parameter.usual()).put("needed", parameter.needed());
                parameter.values().forEach(entry.putArray("values")::add);
            }
            return JsonText.of(json);
        }
        var table = new TextTable(List.of("KEY", "USUAL", "WHAT"));
        template.parameters().forEach(parameter -> table.add(List.of(parameter.key(),
                parameter.usual().isEmpty() ? parameter.needed() ? "(required)" : "-" : parameter.usual(),
                parameter.help())));
        return table.columns();
    }
}
