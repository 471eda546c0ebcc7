package tessera.demo.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.TreeMap;

/** A short hash that tells the revisions of a pod template apart. */
public final class SimulatedPodTemplateHasher {

    private static final String LETTERS = "bcdf2456789hjklmnpqrstvwxz";
    private static final int HASH_LENGTH = 10;

    private SimulatedPodTemplateHasher() {}

    /** Returns a short name for a template: equal templates have equal ones, whatever the order of their fields. */
    public static String revisionName(JsonNode template) {
        long hash = hashNode(template, 0x5bd1e995L);
        var text = new StringBuilder(HASH_LENGTH);
        for (int i = 0; i < HASH_LENGTH; i++) {
            text.append(LETTERS.charAt((int) Long.remainderUnsigned(hash, LETTERS.length())));
            hash = mixBits(hash);
        }
        return text.toString();
    }

    private static long hashNode(JsonNode node, long seed) {
        long hash = seed;
        if (node.isObject()) {
            var sorted = new TreeMap<String, JsonNode>();
            node.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
            for (var field : sorted.entrySet()) {
                hash = hashNode(field.getValue(), mixBits(hash ^ hashText(field.getKey())));
            }
        } else if (node.isArray()) {
            for (var item : node) {
                hash = hashNode(item, mixBits(hash + 1));
            }
        } else {
            hash = mixBits(hash ^ hashText(node.asText()));
        }
        return hash;
    }

    private static long hashText(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }

    private static long mixBits(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        return z ^ (z >>> 27);
    }
}
