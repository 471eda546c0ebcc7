package tessera.lint.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.lint.source.LineIndexedText;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;
import tessera.lint.source.YamlDocuments.SyntaxProblem;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/**
 * All objects of a text.
 *
 * @param otherDocuments  documents that are no objects
 * @param syntaxProblem where it ceases to be YAML
 * @param source  the text
 */
public record KubernetesManifest(List<ManifestKubernetesObject> objects, List<ManifestValue> otherDocuments,
        Optional<SyntaxProblem> syntaxProblem, LineIndexedText source) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KubernetesManifest.class);

    public KubernetesManifest {
        objects = List.copyOf(objects);
        otherDocuments = List.copyOf(otherDocuments);
    }

    /** Reads a text. */
    public static KubernetesManifest read(String text) {
        var documents = YamlDocuments.read(text);
        var objects = new ArrayList<ManifestKubernetesObject>();
        var strays = new ArrayList<ManifestValue>();
        documents.documents().forEach(document -> takeDocument(document, objects, strays));
        return new KubernetesManifest(objects, strays, documents.syntaxProblem(), documents.source());
    }

    private static void takeDocument(ManifestValue document, List<ManifestKubernetesObject> objects,
            List<ManifestValue> strays) {
        boolean list = document.at("kind").text().endsWith("List") && document.at("items").isList();
        if (list) {
            document.at("items").items().forEach(item -> takeDocument(item, objects, strays));
        } else if (ToolConfigFileKind.isMergePatch(document)) {
            strays.add(document);
        } else if (document.at("kind").isPresent() && document.at("apiVersion").isPresent()) {
            objects.add(ManifestKubernetesObject.of(document));
        } else if (document.isPresent()) {
            strays.add(document);
        }
    }

    /** Returns the common namespace of all objects, with a default for those that name none; the default if there are several. */
    public String namespaceOr(String usual) {
        var named = objects.stream().map(object -> OptionalText.orElse(object.namespace(), usual)).distinct().toList();
        return named.size() == 1 ? named.getFirst() : usual;
    }

    /** Returns a short title, e.g. {@code Deployment/llm and 3 more}. */
    public String title() {
        if (objects.isEmpty()) {
            return MESSAGES.text("title.nothing");
        }
        var first = objects.stream().filter(object -> !object.templates().isEmpty()).findFirst()
                .orElse(objects.getFirst()).objectName();
        return objects.size() == 1 ? first : MESSAGES.text("title.more", first, objects.size() - 1);
    }
}
