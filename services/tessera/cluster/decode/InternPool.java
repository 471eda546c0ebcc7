package tessera.cluster.decode;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.DecodeReason.ExpectedValue;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.Taint;
import tessera.model.ControllerRef;
import tessera.model.DeviceAttributeValue;
import tessera.model.PodSchedulingConstraints;
import tessera.model.StatusCondition;
import tessera.model.UnrequestedDeviceAccess;

/**
 * A pool of values that many objects of a session share: the thousand pods of a Deployment share labels, requests and owner. Like {@link StringPool} it forgets, so what it holds is bounded.
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

    ControllerRef internOwner(String apiVersion, String kind, String name) {
        int position = placeOf(kind.hashCode() * 31 + name.hashCode());
        if (values[position] instanceof ControllerRef owner && owner.kind().equals(kind) && owner.name().equals(name)
                && owner.apiVersion().equals(apiVersion)) {
            return owner;
        }
        return keepAt(position, new ControllerRef(apiVersion, kind, name));
    }

    Taint internTaint(String key, String value, String effect) {
        int position = placeOf((key.hashCode() * 31 + value.hashCode()) * 31 + effect.hashCode());
        if (values[position] instanceof Taint taint && taint.key().equals(key) && taint.value().equals(value)
                && taint.effect().equals(effect)) {
            return taint;
        }
        return keepAt(position, new Taint(key, value, effect));
    }

    StatusCondition internCondition(String type, String status, String reason, String message,
            @Nullable Instant since) {
        int position = placeOf((type.hashCode() * 31 + message.hashCode()) * 31 + Objects.hashCode(since));
        if (values[position] instanceof StatusCondition statusCondition && statusCondition.type().equals(type)
                && statusCondition.status().equals(status) && statusCondition.reason().equals(reason)
                && statusCondition.message().equals(message) && Objects.equals(statusCondition.since(), since)) {
            return statusCondition;
        }
        return keepAt(position, new StatusCondition(type, status, reason, message, since));
    }

    /** Returns the pooled constraints; pods that wait for a node are mostly alike, and few. */
    PodSchedulingConstraints internConstraints(PodSchedulingConstraints constraints) {
        int position = placeOf(constraints.hashCode());
        if (values[position] instanceof PodSchedulingConstraints known && known.equals(constraints)) {
            return known;
        }
        return keepAt(position, constraints);
    }

    UnrequestedDeviceAccess internAccess(UnrequestedDeviceAccess access) {
        int position = placeOf(access.hashCode());
        if (values[position] instanceof UnrequestedDeviceAccess unrequestedDeviceAccess
                && unrequestedDeviceAccess.equals(access)) {
            return unrequestedDeviceAccess;
        }
        return keepAt(position, access);
    }

    /** Returns the pooled value that is compared as a whole, such as the attributes of devices of one product. */
    @SuppressWarnings("unchecked") // Equal values of the same place are of one type.
    <T> T internValue(T value) {
        int position = placeOf(value.hashCode());
        var known = values[position];
        if (known != null && known.getClass() == value.getClass() && known.equals(value)) {
            return (T) known;
        }
        return keepAt(position, value);
    }

    @SuppressWarnings("unchecked") // What has the same values is a map of such.
    Map<String, DeviceAttributeValue> internAttributes(DeviceAttributesDecoder attributes) {
        int position = placeOf(attributes.hash());
        if (values[position] instanceof Map<?, ?> known && attributes.sameAs(known)) {
            return (Map<String, DeviceAttributeValue>) known;
        }
        return keepAt(position, attributes.toMap());
    }

    private <T> T keepAt(int position, T value) {
        values[position] = value;
        return value;
    }

    Map<String, String> internLabels(LabelsDecoder labels) {
        if (labels.size() == 0) {
            return Map.of();
        }
        int position = placeOf(labels.contentHash());
        var known = maps[position];
        if (known != null && labels.sameAs(known)) {
            return known;
        }
        var map = labels.toMap();
        maps[position] = map;
        return map;
    }

    ResourceAmounts internAmounts(ResourceAmountAccumulator amounts) {
        if (amounts.size() == 0) {
            return ResourceAmounts.NONE;
        }
        int position = placeOf(amounts.contentHash());
        var resourceAmounts = resources[position];
        if (resourceAmounts != null && amounts.sameAs(resourceAmounts)) {
            return resourceAmounts;
        }
        var value = amounts.toResources();
        resources[position] = value;
        return value;
    }

    /** Returns the moment a scanner stands before; null when there is none. */
    @Nullable
    Instant readInstant(JsonScanner json) throws IOException {
        if (!json.readValue()) {
            return null;
        }
        long seconds = json.isPlain()
                ? KubernetesTimestampParser.parseSeconds(json.bytes(), json.tokenStart(), json.tokenEnd())
                : Long.MIN_VALUE;
        if (seconds == Long.MIN_VALUE) {
            var parsed = KubernetesTimestampParser.parse(json.tokenText());
            if (parsed == null) {
                json.mismatch(ExpectedValue.TIME);
            }
            return parsed;
        }
        int position = placeOf(Long.hashCode(seconds));
        var known = instants[position];
        if (known != null && known.getEpochSecond() == seconds) {
            return known;
        }
        var instant = Instant.ofEpochSecond(seconds);
        instants[position] = instant;
        return instant;
    }

    private static int placeOf(int hash) {
        return (hash ^ hash >>> 15) & (PLACES - 1);
    }
}
