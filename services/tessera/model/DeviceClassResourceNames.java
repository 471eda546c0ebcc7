package tessera.model;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The resource names under which pods may request devices of a class. */
public final class DeviceClassResourceNames {

    /** Start of the resource name that every class has besides the one it is given. */
    public static final String IMPLICIT = "deviceclass.resource.kubernetes.io/";
    private static final Comparator<DeviceClass> LAST_MADE = Comparator
            .comparing(DeviceClass::created, Comparator.nullsFirst(Comparator.<Instant>naturalOrder()))
            .thenComparing(DeviceClass::name, Comparator.reverseOrder());

    private DeviceClassResourceNames() {}

    /** Returns the class that serves a name: the newest, of equally old ones the first by name. */
    public static Optional<DeviceClass> classServing(Collection<DeviceClass> classes, String resource) {
        if (resource.startsWith(IMPLICIT)) {
            return classes.stream().filter(each -> each.name().equals(resource.substring(IMPLICIT.length())))
                    .findFirst();
        }
        return classes.stream().filter(each -> !resource.isEmpty() && each.extendedResource().equals(resource))
                .max(LAST_MADE);
    }
}
