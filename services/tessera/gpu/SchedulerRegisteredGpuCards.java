package tessera.gpu;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.model.GpuSharingAnnotations;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;

/**
 * The cards that a GPU-sharing scheduler registers in an annotation of a node. HAMi and Volcano write them as text, a card
 * after the other ended by a colon, or as a JSON array.
 *
 * @param annotation where they stand; empty where nothing tells that such a scheduler shares the node's cards
 * @param entries    none where it shares the cards and no register of them can be read
 */
record SchedulerRegisteredGpuCards(String annotation, List<NodeAnnotationGpuEntry> entries) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST = 1024;
    private static final String VENDOR = "NVIDIA-";
    private static final String HAMI_REGISTER = "hami.io/node-nvidia-register";
    static final List<String> REGISTERS = List.of(HAMI_REGISTER);
    /** What HAMi's device plugin calls the shares of the cards. */
    static final String RESOURCE = "nvidia.com/gpu";
    private static final String HAMI_PLUGIN = "hami-device-plugin";
    private static final Pattern HAMI_AMOUNT = Pattern.compile("nvidia\\.com/(gpumem|gpumem-percentage|gpucores)");
    static final SchedulerRegisteredGpuCards NONE = new SchedulerRegisteredGpuCards("", List.of());

    SchedulerRegisteredGpuCards {
        // HAMi leaves out a zero in JSON, and told no number at all before.
        boolean numbered = entries.stream().mapToInt(NodeAnnotationGpuEntry::index).distinct().count() == entries
                .size();
        entries = numbered ? List.copyOf(entries) : entries.stream().map(NodeAnnotationGpuEntry::withoutIndex).toList();
    }

    /** Returns whether it is known that cards are shared, and not how many there are. */
    boolean isUnread() {
        return !annotation.isEmpty() && entries.isEmpty();
    }

    /** Returns whether Volcano keeps it; otherwise HAMi does. */
    boolean isVolcano() {
        return annotation.startsWith("volcano.sh/");
    }

    /**
     * Reads the first register of a node that holds a card. Where there is none, HAMi's traces on node and pods still tell
     * that it shares the cards.
     *
     * @param products what is called a product by a label value
     */
    static SchedulerRegisteredGpuCards of(NodeWithBoundPods info, List<String> annotations,
            Function<String, AcceleratorProduct> products) {
        for (var annotation : annotations) {
            var text = info.nodeSummary().annotation(annotation).strip();
            if (!text.isEmpty()) {
                var boards = text.startsWith("[") ? parseJson(text, products) : parseText(text, products);
                if (!boards.isEmpty()) {
                    return new SchedulerRegisteredGpuCards(annotation, boards);
                }
            }
        }
        if (annotations.contains(HAMI_REGISTER) && hasHamiTraces(info)) {
            return new SchedulerRegisteredGpuCards(HAMI_REGISTER, List.of());
        }
        return NONE;
    }

    private static boolean hasHamiTraces(NodeWithBoundPods info) {
        return info.nodeSummary().annotations().containsKey(HAMI_REGISTER)
                || info.pods().stream().anyMatch(SchedulerRegisteredGpuCards::isHamiPod);
    }

    private static boolean isHamiPod(PodSummary pod) {
        return pod.holdsResources() && (pod.labels().getOrDefault("app.kubernetes.io/component", "").equals(HAMI_PLUGIN)
                || !pod.devices().annotation(GpuSharingAnnotations.HAMI_ASSIGNMENT).isEmpty()
                || pod.requests().names().stream().anyMatch(name -> HAMI_AMOUNT.matcher(name).matches()));
    }

    private static List<NodeAnnotationGpuEntry> parseJson(String text, Function<String, AcceleratorProduct> products) {
        try {
            var boards = new ArrayList<NodeAnnotationGpuEntry>();
            for (JsonNode card : JSON.readTree(text)) {
                if (boards.size() < MOST && !card.path("id").asText().isEmpty()) {
                    boards.add(new NodeAnnotationGpuEntry(card.path("id").asText(), card.path("index").asInt(),
                            productOf(card.path("type").asText(), products), Math.max(0, card.path("devmem").asLong()),
                            Math.max(1, card.path("count").asInt(1)), card.path("health").asBoolean(true)));
                }
            }
            return boards;
        } catch (JsonProcessingException _) {
            return List.of();
        }
    }

    private static List<NodeAnnotationGpuEntry> parseText(String text, Function<String, AcceleratorProduct> products) {
        var boards = new ArrayList<NodeAnnotationGpuEntry>();
        for (var card : text.split(":", -1)) {
            var fields = card.split(",", -1);
            if (fields.length >= 5 && boards.size() < MOST && !fields[0].isBlank()) {
                // Older ones do not tell the card's cores.
                int type = NodeLabelParser.parseNumber(fields[3]) > 0 || fields[3].equals("0") ? 4 : 3;
                boards.add(new NodeAnnotationGpuEntry(fields[0].strip(), indexIn(fields),
                        productOf(fields[type], products), NodeLabelParser.parseNumber(fields[2]),
                        Math.max(1, NodeLabelParser.parseNumber(fields[1])), isHealthy(fields, type)));
            }
        }
        return boards;
    }

    /** Returns the number of a card, which stands before its mode in the longest form. */
    private static int indexIn(String[] fields) {
        return fields.length == 9 && fields[7].matches("\\d{1,4}") ? Integer.parseInt(fields[7]) : -1;
    }

    private static boolean isHealthy(String[] fields, int type) {
        for (int at = type + 1; at < fields.length; at++) {
            if (fields[at].equals("false")) {
                return false;
            }
        }
        return true;
    }

    /** Returns the product of a type, which is the vendor's name before the driver's name of the card. */
    private static AcceleratorProduct productOf(String type, Function<String, AcceleratorProduct> products) {
        var named = type.startsWith(VENDOR) ? type.substring(VENDOR.length()) : type;
        return products.apply(named.strip().replace(' ', '-'));
    }
}
