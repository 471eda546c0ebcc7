package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tessera.model.Condition;
import tessera.model.DeviceAccess;
import tessera.model.DeviceValue;
import tessera.model.OwnerRef;
import tessera.model.ResourceAmounts;
import tessera.model.SchedulingConstraints;
import tessera.model.Taint;

/**
 * Values that many objects of a session have in common, each kept once: the thousand pods of a Deployment share their
 * labels, their requests and their owner. Like {@link StringPool} it forgets, so what it holds is bounded.
 *
 * <p>Values are compared by their parts: the comparison that a record comes with is a slow one until it was compiled,
 * and takes long to compile.
 *
 * <p>Safe for use by several threads: a thread that does not see what another has just kept makes its own, and what it
 * sees is whole, because nothing here can change.
 */
public final class InternPool {

    private static final int PLACES = 1 << 12;

    final StringPool strings = new StringPool();
    private final @Nullable Object[] values = new Object[PLACES];
    @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of a generic type.
    private final @Nullable Map<String, String>[] maps = new Map[PLACES];
    private final @Nullable ResourceAmounts[] resources = new ResourceAmounts[PLACES];
    private final @Nullable Instant[] instants = new Instant[PLACES];

    OwnerRef owner(String apiVersion, String kind, String name) {
        int place = place(kind.hashCode() * 31 + name.hashCode());
        return values[place] instanceof OwnerRef known && known.kind().equals(kind) && known.name().equals(name)
                && known.apiVersion().equals(apiVersion) ? known : keep(place, new OwnerRef(apiVersion, kind, name));
    }

    Taint taint(String key, String value, String effect) {
        int place = place((key.hashCode() * 31 + value.hashCode()) * 31 + effect.hashCode());
        return values[place] instanceof Taint known && known.key().equals(key) && known.value().equals(value)
                && known.effect().equals(effect) ? known : keep(place, new Taint(key, value, effect));
    }

    Condition condition(String type, String status, String reason, String message, @Nullable Instant since) {
        int place = place((type.hashCode() * 31 + message.hashCode()) * 31 + Objects.hashCode(since));
        return values[place] instanceof Condition known && known.type().equals(type)
                && known.status().equals(status) && known.reason().equals(reason) && known.message().equals(message)
                && Objects.equals(known.since(), since) ? known
                        : keep(place, new Condition(type, status, reason, message, since));
    }

    /** Pods that wait for a node are mostly alike, and few. */
    SchedulingConstraints placing(SchedulingConstraints placing) {
        int place = place(placing.hashCode());
        return values[place] instanceof SchedulingConstraints known && known.equals(placing) ? known
                : keep(place, placing);
    }

    DeviceAccess of(DeviceAccess access) {
        int place = place(access.hashCode());
        return values[place] instanceof DeviceAccess known && known.equals(access) ? known : keep(place, access);
    }

    /** A value that is compared whole: one of many alike, such as the attributes of devices of one product. */
    @SuppressWarnings("unchecked") // Equal values of the same place are of one type.
    <T> T value(T value) {
        int place = place(value.hashCode());
        var known = values[place];
        return known != null && known.getClass() == value.getClass() && known.equals(value) ? (T) known
                : keep(place, value);
    }

    @SuppressWarnings("unchecked") // What has the same values is a map of such.
    Map<String, DeviceValue> of(AttributeDraft attributes) {
        int place = place(attributes.hash());
        return values[place] instanceof Map<?, ?> known && attributes.sameAs(known) ? (Map<String, DeviceValue>) known
                : keep(place, attributes.toMap());
    }

    private <T> T keep(int place, T value) {
        values[place] = value;
        return value;
    }

    Map<String, String> of(LabelDraft labels) {
        if (labels.size() == 0) {
            return Map.of();
        }
        int place = place(labels.hash());
        var known = maps[place];
        if (known != null && labels.sameAs(known)) {
            return known;
        }
        var map = labels.toMap();
        maps[place] = map;
        return map;
    }

    ResourceAmounts of(ResourceAccumulator amounts) {
        if (amounts.size() == 0) {
            return ResourceAmounts.NONE;
        }
        int place = place(amounts.hash());
        var known = resources[place];
        if (known != null && amounts.sameAs(known)) {
            return known;
        }
        var value = amounts.toResources();
        resources[place] = value;
        return value;
    }

    /** The moment a scanner stands before; null when there is none. */
    @Nullable
    Instant instant(JsonScanner json) throws IOException {
        if (!json.value()) {
            return null;
        }
        long seconds = json.plain() ? TimestampParser.seconds(json.bytes(), json.from(), json.to()) : Long.MIN_VALUE;
        if (seconds == Long.MIN_VALUE) {
            var parsed = TimestampParser.parse(json.spelled());
            if (parsed == null) {
                json.mismatch("a time");
            }
            return parsed;
        }
        int place = place(Long.hashCode(seconds));
        var known = instants[place];
        if (known != null && known.getEpochSecond() == seconds) {
            return known;
        }
        var instant = Instant.ofEpochSecond(seconds);
        instants[place] = instant;
        return instant;
    }

    private static int place(int hash) {
        return (hash ^ hash >>> 15) & (PLACES - 1);
    }
}
