package tessera.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** All templates there are. Data: {@code templates.json} and a file of YAML for each in {@code templates/}. */
public final class Templates {

    private static final long MOST = 999_999_999;

    private final List<Template> templates;

    private Templates(List<Template> templates) {
        this.templates = List.copyOf(templates);
    }

    /** Those that ship with the product. */
    public static Templates bundled() {
        try (var file = Objects.requireNonNull(Templates.class.getResourceAsStream("templates.json"))) {
            var tree = new JsonMapper().readTree(file);
            var templates = new ArrayList<Template>();
            for (var template : tree.path("templates")) {
                templates.add(read(template, tree.path("parameters")));
            }
            return new Templates(templates);
        } catch (IOException e) {
            throw new UncheckedIOException("The templates of workloads are damaged", e);
        }
    }

    private static Template read(JsonNode template, JsonNode common) throws IOException {
        var parameters = new ArrayList<Parameter>();
        template.path("parameters").properties()
                .forEach(use -> parameters.add(parameter(use.getKey(), common.path(use.getKey()), use.getValue())));
        var id = template.path("id").asText();
        try (var text = Objects.requireNonNull(Templates.class
                .getResourceAsStream("templates/" + template.path("file").asText(id) + ".yaml"), id)) {
            return new Template(id, template.path("title").asText(), template.path("description").asText(),
                    template.path("custom").asText(""), parameters,
                    new String(text.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** @param usual of this template; null for what is usual everywhere */
    private static Parameter parameter(String key, JsonNode common, JsonNode usual) {
        if (common.isMissingNode()) {
            throw new IllegalStateException("a template has a parameter that is not described: " + key);
        }
        var values = new ArrayList<String>();
        common.path("values").forEach(value -> values.add(value.asText()));
        return new Parameter(key, Parameter.Type.of(common.path("type").asText()), common.path("title").asText(),
                common.path("help").asText(), usual.isNull() ? common.path("usual").asText("") : usual.asText(), values,
                common.path("least").asLong(0), common.path("most").asLong(MOST),
                common.path("needed").asBoolean(true));
    }

    /** In the order in which they are offered. */
    public List<Template> all() {
        return templates;
    }

    public Optional<Template> template(String id) {
        return templates.stream().filter(template -> template.id().equals(id)).findFirst();
    }
}
