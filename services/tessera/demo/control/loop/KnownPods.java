package tessera.demo.control.loop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.store.StoreChange;

/** The pods of the cluster as the loop knows them: those it was told of, and those it made itself a moment ago. */
public final class KnownPods {

    private static final String NOBODY = "nobody in ";

    private final Map<String, PodCard> byUid = new LinkedHashMap<>();
    private final Map<String, Map<String, PodCard>> byOwner = new HashMap<>();
    private final Map<String, Map<String, PodCard>> byNode = new HashMap<>();
    private final Map<String, Map<String, PodCard>> byNamespace = new HashMap<>();
    /** Gone, but the loop has not been told yet. */
    private final Set<String> gone = new HashSet<>();
    private final List<BiConsumer<@Nullable PodCard, @Nullable PodCard>> listeners = new ArrayList<>();

    public KnownPods(ControlLoop loop, ControllerKinds kinds) {
        loop.follow(kinds.pods(), this::changed);
    }

    /**
     * Has someone told of every change.
     *
     * @param listener told what a pod was and is; one of the two is null when it is new or gone
     */
    public void listen(BiConsumer<@Nullable PodCard, @Nullable PodCard> listener) {
        listeners.add(listener);
    }

    /** Takes note of a pod the loop itself has just written, before it is told of it. */
    public void note(JsonNode pod) {
        put(PodCard.of(pod));
    }

    /** Takes note that a pod is gone that the loop itself has just deleted. */
    public void noteGone(String uid) {
        gone.add(uid);
        leave(uid);
    }

    private void changed(StoreChange.ChangeKind kind, ObjectNode pod) {
        if (kind == StoreChange.ChangeKind.DELETED) {
            var uid = pod.path("metadata").path("uid").asText();
            leave(uid);
            gone.remove(uid);
        } else {
            put(PodCard.of(pod));
        }
    }

    private void leave(String uid) {
        var card = forget(uid);
        if (card != null) {
            listeners.forEach(listener -> listener.accept(card, null));
        }
    }

    private void put(PodCard card) {
        var before = byUid.get(card.uid());
        if (gone.contains(card.uid()) || (before != null && before.version() >= card.version())) {
            return;
        }
        forget(card.uid());
        byUid.put(card.uid(), card);
        file(byOwner, owner(card), card);
        file(byNode, card.node(), card);
        file(byNamespace, card.namespace(), card);
        listeners.forEach(listener -> listener.accept(before, card));
    }

    private @Nullable PodCard forget(String uid) {
        var card = byUid.remove(uid);
        if (card != null) {
            unfile(byOwner, owner(card), uid);
            unfile(byNode, card.node(), uid);
            unfile(byNamespace, card.namespace(), uid);
        }
        return card;
    }

    /** Those that are nobody's are filed under their namespace. */
    private static String owner(PodCard card) {
        return card.owner().isEmpty() ? NOBODY + card.namespace() : card.owner();
    }

    private static void file(Map<String, Map<String, PodCard>> index, String key, PodCard card) {
        if (!key.isEmpty()) {
            index.computeIfAbsent(key, _ -> new LinkedHashMap<>()).put(card.uid(), card);
        }
    }

    private static void unfile(Map<String, Map<String, PodCard>> index, String key, String uid) {
        var cards = index.get(key);
        if (cards != null) {
            cards.remove(uid);
            if (cards.isEmpty()) {
                index.remove(key);
            }
        }
    }

    public Collection<PodCard> all() {
        return List.copyOf(byUid.values());
    }

    public @Nullable PodCard byUid(String uid) {
        return byUid.get(uid);
    }

    /** Those a controller made, in the order in which they came. */
    public List<PodCard> ownedBy(String uid) {
        return List.copyOf(byOwner.getOrDefault(uid, Map.of()).values());
    }

    /** Those of a namespace that no controller made, or owns any more. */
    public List<PodCard> orphansIn(String namespace) {
        return ownedBy(NOBODY + namespace);
    }

    public List<PodCard> on(String node) {
        return List.copyOf(byNode.getOrDefault(node, Map.of()).values());
    }

    public List<PodCard> in(String namespace) {
        return List.copyOf(byNamespace.getOrDefault(namespace, Map.of()).values());
    }
}
