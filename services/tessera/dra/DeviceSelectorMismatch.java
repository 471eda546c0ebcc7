package tessera.dra;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.SpellingSuggestionFinder;

/** The properties of devices of which a selector matches none. */
record DeviceSelectorMismatch(List<ResourcePoolDevice> devices) {

    /** The domain of attributes that are the same whoever makes the device. */
    private static final String STANDARD = "resource.kubernetes.io";
    private static final Pattern CONTRARY = Pattern.compile("!(?!=)");
    private static final String TEXT = "'([^']*)'|\"([^\"]*)\"";
    /** An attribute or a capacity, and the text that it is to be equal to. */
    private static final Pattern ASKED = Pattern.compile("device\\s*\\.\\s*(attributes|capacity)"
            + "\\s*\\[\\s*(?:%s)\\s*\\]\\s*(?:\\.\\s*\\??(\\w+)|\\[\\s*(?:%s)\\s*\\])(?:\\s*==\\s*(?:%s))?"
                    .formatted(TEXT, TEXT, TEXT));

    /**
     * A condition that a selector sets on devices.
     *
     * @param requiredValue the text that it is to be; empty where it is asked for otherwise
     */
    private record DeviceSelectorCondition(String part, String domain, String name, Optional<String> requiredValue) {

        static DeviceSelectorCondition fromMatch(MatchResult found) {
            return new DeviceSelectorCondition(found.group(1), firstGroup(found, 2),
                    Optional.ofNullable(found.group(4)).orElseGet(() -> firstGroup(found, 5)),
                    Stream.of(7, 8).flatMap(group -> Optional.ofNullable(found.group(group)).stream()).findFirst());
        }

        private static String firstGroup(MatchResult found, int group) {
            return Stream.of(group, group + 1).flatMap(each -> Optional.ofNullable(found.group(each)).stream())
                    .findFirst().orElse("");
        }
    }

    /** Returns the attributes that no device has, else the values they have; empty where a selector names none. */
    List<DeviceMismatchReason> mismatches(List<String> selectors) {
        var asked = selectors.stream()
                .flatMap(text -> ASKED.matcher(text).results().map(DeviceSelectorCondition::fromMatch)).distinct()
                .toList();
        // What is one of several ways, or is not to be, does not have to be there.
        boolean each = selectors.stream().noneMatch(text -> text.contains("||") || CONTRARY.matcher(text).find());
        var lacks = !each ? List.<DeviceMismatchReason>of()
                : asked.stream().flatMap(one -> missing(one).stream()).distinct().toList();
        if (!lacks.isEmpty()) {
            return lacks;
        }
        var others = asked.stream().filter(one -> !valuesOf(one).isEmpty())
                .map(one -> new DeviceMismatchReason.DevicePropertyValues(one.name(), List.copyOf(valuesOf(one))))
                .distinct().toList();
        return others.isEmpty() ? List.of() : List.of(new DeviceMismatchReason.OtherDeviceProperties(others));
    }

    private Optional<DeviceMismatchReason> missing(DeviceSelectorCondition condition) {
        var values = valuesOf(condition);
        if (values.isEmpty()) {
            return Optional.of(missingProperty(condition));
        }
        return condition.requiredValue().filter(wanted -> !values.contains(wanted))
                .map(wanted -> new DeviceMismatchReason.UnmatchedDeviceProperty(condition.part(), condition.name(),
                        wanted, List.copyOf(values)));
    }

    /** Returns the lack with the name that was probably meant, else all names, or the domains where the domain is of no driver. */
    private DeviceMismatchReason missingProperty(DeviceSelectorCondition condition) {
        var names = collectNames(device -> namesOf(device, condition.part(), condition.domain()));
        if (names.isEmpty()) {
            boolean standard = condition.domain().equals(STANDARD);
            return new DeviceMismatchReason.ForeignPropertyDomain(condition.part(), condition.name(),
                    condition.domain(),
                    standard ? List.of() : List.copyOf(collectNames(device -> Stream.of(device.driver()))));
        }
        return new DeviceMismatchReason.MissingDeviceProperty(condition.part(), condition.name(),
                SpellingSuggestionFinder.nearestName(condition.name(), names).map(List::of)
                        .orElseGet(() -> List.copyOf(names)));
    }

    private Set<String> collectNames(Function<ResourcePoolDevice, Stream<String>> read) {
        return devices.stream().flatMap(read).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the names without their domain. */
    private static Stream<String> namesOf(ResourcePoolDevice device, String part, String domain) {
        return propertiesOf(device, part).filter(each -> domainOf(device, each.getKey()).equals(domain))
                .map(each -> each.getKey().substring(each.getKey().indexOf('/') + 1));
    }

    /** Returns the names and texts of attributes or of capacities. */
    private static Stream<Map.Entry<String, String>> propertiesOf(ResourcePoolDevice device, String part) {
        if (part.equals("capacity")) {
            return device.device().capacity().entrySet().stream()
                    .map(each -> Map.entry(each.getKey(), each.getValue().value()));
        }
        return device.device().attributes().map(each -> Map.entry(each.getKey(), each.getValue().text()));
    }

    private static String domainOf(ResourcePoolDevice device, String full) {
        int slash = full.indexOf('/');
        if (slash < 0) {
            return device.driver();
        }
        return full.substring(0, slash);
    }

    private Set<String> valuesOf(DeviceSelectorCondition condition) {
        return devices.stream().flatMap(device -> propertiesLike(device, condition)).map(Map.Entry::getValue)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Stream<Map.Entry<String, String>> propertiesLike(ResourcePoolDevice device,
            DeviceSelectorCondition condition) {
        return propertiesOf(device, condition.part())
                .filter(each -> domainOf(device, each.getKey()).equals(condition.domain())
                        && each.getKey().endsWith(condition.name())
                        && each.getKey().substring(each.getKey().indexOf('/') + 1).equals(condition.name()));
    }
}
