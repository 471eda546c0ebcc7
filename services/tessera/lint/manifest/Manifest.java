package tessera.lint.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.SourceText;
import tessera.lint.source.YamlDocuments;
import tessera.lint.source.YamlDocuments.SyntaxProblem;

/**
 * All objects of a text.
 *
 * @param strays  documents that are no objects
 * @param trouble where it ceases to be YAML
 * @param source  the text
 */
public record Manifest(List<KubeObject> objects, List<ManifestValue> strays, Optional<SyntaxProblem> trouble,
        SourceText source) {

    public Manifest {
        objects = List.copyOf(objects);
        strays = List.copyOf(strays);
    }

    /** Reads a text. */
    public static Manifest read(String text) {
        var documents = YamlDocuments.read(text);
        var objects = new ArrayList<KubeObject>();
        var strays = new ArrayList<ManifestValue>();
        documents.documents().forEach(document -> take(document, objects, strays));
        return new Manifest(objects, strays, documents.trouble(), documents.source());
    }

    private static void take(ManifestValue document, List<KubeObject> objects, List<ManifestValue> strays) {
        boolean list = document.at("kind").text().endsWith("List") && document.at("items").isList();
        if (list) {
            document.at("items").items().forEach(item -> take(item, objects, strays));
        } else if (ToolFile.merges(document)) {
            strays.add(document);
        } else if (document.at("kind").present() && document.at("apiVersion").present()) {
            objects.add(KubeObject.of(document));
        } else if (document.present()) {
            strays.add(document);
        }
    }

    /** The namespace that all objects go to; where they go to several, that of those that name none. */
    public String namespace(String usual) {
        var named = objects.stream().map(each -> each.namespace().isEmpty() ? usual : each.namespace()).distinct()
                .toList();
        return named.size() == 1 ? named.getFirst() : usual;
    }

    /** In a few words, e.g. {@code Deployment/llm and 3 more}. */
    public String title() {
        if (objects.isEmpty()) {
            return "nothing";
        }
        var first = objects.stream().filter(object -> !object.templates().isEmpty()).findFirst()
                .orElse(objects.getFirst()).words();
        return objects.size() == 1 ? first : "%s and %d more".formatted(first, objects.size() - 1);
    }
}
