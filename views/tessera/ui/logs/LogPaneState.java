package tessera.ui.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.logs.ContainerLogReadStatus;
import tessera.logs.LogBuffer;
import tessera.model.Problem;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;

/**
 * State of a log at a moment: lines, matches, container statuses.
 *
 * @param rows      the lines that are listed
 * @param matches   the lines that have what is sought; none where nothing is
 * @param indexing    whether not all lines were looked through yet
 * @param dropped   how many lines are no longer kept
 * @param statuses how it stands with each container
 */
record LogPaneState(LogBuffer buffer, DisplayedLogLines rows, Optional<DisplayedLogLines.MatchingLogLines> matches,
        boolean indexing, long dropped, long lines, List<String> containers, List<ContainerLogReadStatus> statuses) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LogPaneState.class);

    LogPaneState {
        containers = List.copyOf(containers);
        statuses = List.copyOf(statuses);
    }

    /** Returns the notice in place of the lines, where there are none. */
    Optional<EmptyScreenNotice> notice() {
        if (lines > 0) {
            return Optional.empty();
        }
        for (var readStatus : statuses) {
            if (readStatus instanceof ContainerLogReadStatus.RefusedLogStatus(var problem)) {
                return Optional.of(EmptyScreenNotice.ofProblem(problem));
            }
        }
        for (var readStatus : statuses) {
            var notice = switch (readStatus) {
                case ContainerLogReadStatus.RequestingLogStatus _ ->
                    new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING, MESSAGES.text("log.loading"), "", "");
                case ContainerLogReadStatus.WaitingLogStatus(var text) ->
                    new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY, MESSAGES.text("log.none"),
                            MESSAGES.text("log.noneDetail"), text);
                case ContainerLogReadStatus.InterruptedLogStatus(var problem) -> retryNotice(problem);
                case ContainerLogReadStatus.StreamingLogStatus _ ->
                    new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY, MESSAGES.text("log.noLines"),
                            MESSAGES.text("log.noLinesDetail"), "");
                case ContainerLogReadStatus.EndedLogStatus(var text) ->
                    new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY, MESSAGES.text("log.empty"), text, "");
                case ContainerLogReadStatus.RefusedLogStatus _ -> null;
            };
            if (notice != null) {
                return Optional.of(notice);
            }
        }
        return Optional.empty();
    }

    /** Returns whether a problem may go away without any action in this window. */
    static boolean isTemporary(Problem problem) {
        return switch (problem.kind()) {
            case FORBIDDEN, UNAUTHENTICATED, UNREACHABLE, TIMEOUT, OVERLOADED -> true;
            default -> false;
        };
    }

    /** Returns the notice of a refusal that is retried automatically. */
    static EmptyScreenNotice retryNotice(Problem problem) {
        return EmptyScreenNotice.ofProblem(problem).withSentence(MESSAGES.text("log.retrying"));
    }

    /** Returns the state in a few words. */
    String summaryText() {
        var parts = new ArrayList<String>();
        parts.add(CountedNoun.LINE.countText(lines));
        if (dropped > 0) {
            parts.add(MESSAGES.text("log.dropped", GroupedNumberFormatter.count(dropped)));
        }
        for (int position = 0; position < statuses.size(); position++) {
            var text = statusText(statuses.get(position));
            var named = statuses.size() > 1 && !text.isEmpty() ? containers.get(position) + ": " + text : text;
            if (!named.isEmpty() && !parts.contains(named)) {
                parts.add(named);
            }
        }
        return String.join(" · ", parts);
    }

    private static String statusText(ContainerLogReadStatus readStatus) {
        return switch (readStatus) {
            case ContainerLogReadStatus.RequestingLogStatus _ -> MESSAGES.text("log.opening");
            case ContainerLogReadStatus.StreamingLogStatus _ -> "";
            case ContainerLogReadStatus.WaitingLogStatus(var text) -> text;
            case ContainerLogReadStatus.InterruptedLogStatus(var problem) ->
                MESSAGES.text("log.interrupted", problem.headline());
            case ContainerLogReadStatus.EndedLogStatus(var text) ->
                OptionalText.orElse(text, MESSAGES.text("log.complete"));
            case ContainerLogReadStatus.RefusedLogStatus(var problem) -> problem.problemText();
        };
    }

    /** Returns whether there is a problem that a retry may solve at once. */
    boolean isTroubled() {
        return statuses.stream()
                .anyMatch(readStatus -> readStatus instanceof ContainerLogReadStatus.InterruptedLogStatus
                        || readStatus instanceof ContainerLogReadStatus.RefusedLogStatus);
    }
}
