package tessera.lint.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A scheduler that shares GPUs, and the way in which pods request a share. Data: {@code gpu-sharers.json}.
 *
 * @param scheduler   its name in {@code schedulerName}
 * @param injected    whether its webhook writes that name
 * @param group       the group of workloads that are its own; empty where it has none
 * @param mebibytes   resources of which it takes MiB as a plain number; matches nothing where there are none
 * @param resources   extended resources that it alone knows; matches nothing where there are none
 * @param annotations those of pods that it reads, with what their values look like; empty for anything
 * @param takes       the values of some of them in words
 * @param labels      those of pods that it reads
 * @param fractions   annotations that ask for a part of a GPU
 * @param several     the annotation that asks for parts of several GPUs; empty where there is none
 * @param wholeResources       resources that cannot stand beside such an annotation
 * @param percentages resources that count percent of a GPU, with what comes of more than 100
 * @param overruled   resources that count for nothing beside another one
 * @param queue       the label that names the queue of a pod; empty where it has none
 * @param queueElse   the queue of pods without that label
 */
record KnownGpuSharingScheduler(String name, String scheduler, boolean injected, String group, Pattern mebibytes,
        Pattern resources, Map<String, Pattern> annotations, Map<String, String> takes, List<String> labels,
        List<String> fractions, String several, Pattern wholeResources, Map<String, String> percentages,
        Map<String, String> overruled, String queue, String queueElse) {

    private static final String NOTHING = "(?!)";

    /** Returns those that ship with the product. */
    static List<KnownGpuSharingScheduler> bundled() {
        try (var file = Objects
                .requireNonNull(KnownGpuSharingScheduler.class.getResourceAsStream("gpu-sharers.json"))) {
            return StreamSupport.stream(new JsonMapper().readTree(file).path("sharers").spliterator(), false)
                    .map(KnownGpuSharingScheduler::fromJson).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("damaged gpu-sharers.json", e);
        }
    }

    private static KnownGpuSharingScheduler fromJson(JsonNode node) {
        return new KnownGpuSharingScheduler(node.path("name").asText(), node.path("scheduler").asText(),
                node.path("injected").asBoolean(), node.path("group").asText(),
                Pattern.compile(node.path("mebibytes").asText(NOTHING)),
                Pattern.compile(node.path("resources").asText(NOTHING)),
                node.path("annotations").propertyStream().collect(
                        Collectors.toMap(Map.Entry::getKey, each -> Pattern.compile(each.getValue().asText()))),
                textsByKey(node.path("takes")), readTexts(node.path("labels")), readTexts(node.path("fractions")),
                node.path("several").asText(""), Pattern.compile(node.path("whole").asText(NOTHING)),
                textsByKey(node.path("percentages")), textsByKey(node.path("overruled")), node.path("queue").asText(""),
                node.path("queueElse").asText(""));
    }

    private static Map<String, String> textsByKey(JsonNode object) {
        return object.propertyStream().collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().asText()));
    }

    private static List<String> readTexts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
    }

    /** Returns the text about an annotation's accepted values, if it does not accept a value. */
    Optional<String> refusalText(String annotation, String value) {
        var form = annotations.get(annotation);
        if (form == null || form.pattern().isEmpty() || form.matcher(value).matches()) {
            return Optional.empty();
        }
        return Optional.of(takes.getOrDefault(annotation, form.pattern().replace("|", ", ")));
    }
}
