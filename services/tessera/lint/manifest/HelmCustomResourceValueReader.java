package tessera.lint.manifest;

import java.util.Objects;
import java.util.stream.Stream;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;

/** Values of charts in objects for Helm controllers: Flux, the helm controller of k3s and RKE2, Argo CD. */
public final class HelmCustomResourceValueReader {

    private HelmCustomResourceValueReader() {}

    /** Returns the name of the chart that an object installs, without its repository; empty where there is none. */
    public static String chartName(ManifestKubernetesObject object) {
        return Stream
                .concat(Stream.of(object.at("spec", "chart"), object.at("spec", "chart", "spec", "chart")),
                        sources(object).map(source -> source.at("chart")))
                .filter(ManifestValue::isText).map(ManifestValue::text).findFirst()
                .map(name -> name.substring(name.lastIndexOf('/') + 1)).orElse("");
    }

    /** Returns all chart values that an object holds. */
    public static Stream<ManifestValue> valuesOf(ManifestKubernetesObject object) {
        return Stream.concat(valueMaps(object), valueTexts(object));
    }

    private static Stream<ManifestValue> valueMaps(ManifestKubernetesObject object) {
        return Stream.concat(Stream.of(object.at("spec", "values")),
                sources(object).map(source -> source.at("helm", "valuesObject"))).filter(ManifestValue::isMap);
    }

    /** Returns the values that are written as a text. */
    public static Stream<ManifestValue> valueTexts(ManifestKubernetesObject object) {
        return Stream
                .concat(Stream.of(object.at("spec", "valuesContent")),
                        sources(object).map(source -> source.at("helm", "values")))
                .filter(text -> text.isText() && !text.text().contains("{{")).map(YamlDocuments::parseEmbedded)
                .filter(Objects::nonNull).filter(ManifestValue::isMap);
    }

    private static Stream<ManifestValue> sources(ManifestKubernetesObject object) {
        return Stream.of(object.at("spec"), object.at("spec", "template", "spec"))
                .flatMap(spec -> Stream.concat(Stream.of(spec.at("source")), spec.at("sources").items().stream()));
    }
}
